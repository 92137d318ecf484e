// `node .ci/sizes.mjs`: builds an app with Vite for each import of `.ci/sizes.json`, and fails if one exceeds its budget.
// `node .ci/sizes.mjs --modules LogTable`: the modules of each app with `LogTable` in its name, largest first.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))
const { exports: entries, peerDependencies } = readJson('package.json')
const isPeer = new RegExp(`^(${Object.keys(peerDependencies).join('|')})(/|$)`)

/** Resolves `topic0` and its entries to the built package, and `app` to `code`. */
const appPlugin = (code) => ({
  name: 'topic0:app',
  resolveId(id) {
    if (id === 'app') return id
    const entry = /^topic0(?=\/|$)/.test(id) && entries[id.replace('topic0', '.')]
    return entry ? join(root, entry.default) : undefined
  },
  load: (id) => (id === 'app' ? code : undefined),
})

/** The chunks of an app that uses everything `statement` imports, without the peer dependencies. */
async function buildApp(statement) {
  const used = /\{.*\}|(?<=\* as )\w+/.exec(statement)?.[0]
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [appPlugin(`${statement}\nglobalThis.used = ${used}`)],
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: 'app', external: isPeer },
    },
  })
  return output.filter(({ type }) => type === 'chunk')
}

const gzippedSize = (text) => gzipSync(text, { level: 9 }).length

/** Gzipped bytes of the entry with its static imports, and of all chunks. */
function measureChunks(chunks) {
  const first = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports } of first)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) first.add(chunk)
  const sum = (list) => list.reduce((bytes, { code }) => bytes + gzippedSize(code), 0)
  return { first: sum([...first]), total: sum(chunks) }
}

async function measure({ import: statement, file }) {
  if (statement) return measureChunks(await buildApp(statement))
  const bytes = gzippedSize(readFileSync(join(root, file)))
  return { first: bytes, total: bytes }
}

async function printModules({ name, import: statement }) {
  for (const { fileName, code, modules } of await buildApp(statement)) {
    console.log(`\n${name}, ${fileName}: ${code.length} bytes, ${gzippedSize(code)} gzipped. Not minified:`)
    const lengths = Object.entries(modules).map(([id, { renderedLength }]) => [id, renderedLength])
    for (const [id, length] of lengths.sort(([, a], [, b]) => b - a))
      if (length > 0) console.log(`${String(length).padStart(8)} ${id.replace(root, '')}`)
  }
}

/** Prints a line for a size; whether it is within its budget. */
async function check(size) {
  const { first, total } = await measure(size)
  const isMet = first <= size.first * 1_000 && total <= size.total * 1_000
  const show = (bytes, limit) => `${(bytes / 1_000).toFixed(2).padStart(7)} of ${limit} kB`.padEnd(20)
  console.log(`${isMet ? '✓' : '✗'} ${show(first, size.first)} ${show(total, size.total)} ${size.name}`)
  return isMet
}

const sizes = readJson('.ci/sizes.json')
const [flag, wanted] = process.argv.slice(2)
if (flag === '--modules') {
  for (const size of sizes) if (size.import && size.name.includes(wanted)) await printModules(size)
} else {
  console.log('  first load           everything')
  for (const size of sizes) if (!(await check(size))) process.exitCode = 1
}
