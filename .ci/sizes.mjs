// `node .ci/sizes.mjs`: builds an app with Vite for each import of `.ci/sizes.json`, and fails if one exceeds its budget.
// `node .ci/sizes.mjs --modules LogTable`: the modules of each app with `LogTable` in its name, largest first.
// `node .ci/sizes.mjs --update`: sets the budgets to today's sizes, here, in the README and in docs/limits.md.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildApp, gzippedSize, measureChunks } from './buildApp.mjs'

const root = join(import.meta.dirname, '..')

async function measure({ import: statement, file, chunks }) {
  if (statement) return measureChunks(await buildApp(statement))
  const first = sizeOf(file)
  if (!chunks) return { first, total: first }
  const names = readdirSync(join(root, chunks))
  const sizes = names.map((name) => sizeOf(join(chunks, name)))
  // The first chunk that a script with chunks loads; the others wait for it.
  const at = names.findIndex((name) => name.startsWith(`${basename(chunks)}-`))
  return { first: first + sizes[at], total: sizes.reduce((sum, size) => sum + size, first) }
}

const sizeOf = (file) => gzippedSize(readFileSync(join(root, file)))

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

/** Replaces budgets by sizes, with 100 to 200 bytes to spare. */
async function update() {
  const budget = (bytes) => Math.ceil(bytes / 100 + 1) / 10
  for (const size of sizes) {
    const { first, total } = await measure(size)
    Object.assign(size, { first: budget(first), total: budget(total) })
  }
  writeFileSync(join(import.meta.dirname, 'sizes.json'), `${JSON.stringify(sizes, null, 2)}\n`)
  for (const file of ['README.md', 'docs/limits.md']) {
    const text = readFileSync(join(root, file), 'utf8')
    const row = /^\| ([^|]+) \| [\d.]+ kB \| [\d.]+ kB \|$/gm
    const replaced = text.replaceAll(row, (line, name) => {
      const size = sizes.find((one) => one.name === name)
      return size ? `| ${name} | ${size.first} kB | ${size.total} kB |` : line
    })
    writeFileSync(join(root, file), replaced)
  }
}

const sizes = JSON.parse(readFileSync(join(import.meta.dirname, 'sizes.json'), 'utf8'))
const [flag, wanted] = process.argv.slice(2)
if (flag === '--modules') {
  for (const size of sizes) if (size.import && size.name.includes(wanted)) await printModules(size)
} else if (flag === '--update') {
  await update()
} else {
  console.log('  first load           everything')
  for (const size of sizes) if (!(await check(size))) process.exitCode = 1
}
