// `node .ci/sizes.mjs`: builds an app with Vite for each import of `.ci/sizes.json`, and fails if one exceeds its budget.
// `node .ci/sizes.mjs --modules LogTable`: the modules of each app with `LogTable` in its name, largest first.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp, gzippedSize, measureChunks } from './buildApp.mjs'

const root = join(import.meta.dirname, '..')

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

const sizes = JSON.parse(readFileSync(join(import.meta.dirname, 'sizes.json'), 'utf8'))
const [flag, wanted] = process.argv.slice(2)
if (flag === '--modules') {
  for (const size of sizes) if (size.import && size.name.includes(wanted)) await printModules(size)
} else {
  console.log('  first load           everything')
  for (const size of sizes) if (!(await check(size))) process.exitCode = 1
}
