// Runs every property test with other random cases: `npm run properties -- --help`.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const usage = `npm run properties -- [--seeds 10] [--seed N] [FILE ...]

  --seeds  how often to run them, each time with another seed
  --seed   the first seed, by default from the clock; without --seeds, the only one
  FILE     runs only test files with this in their name`

const root = join(import.meta.dirname, '..')
const options = { seeds: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean' } }

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`)
    process.exit(2)
  }
}

const { values, positionals } = readArguments()
if (values.help) {
  console.log(usage)
  process.exit(0)
}
const first = Number(values.seed ?? Date.now() % 1_000_000_000)
const count = Number(values.seeds ?? (values.seed === undefined ? 10 : 1))
if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count) || count < 1) {
  console.error('--seed and --seeds are whole numbers.')
  process.exit(2)
}
const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file) && !file.startsWith('node'))
  .map((file) => join('test', file))
  .filter((file) => readFileSync(join(root, file), 'utf8').includes(`from 'fast-check'`))
  .filter((file) => positionals.length === 0 || positionals.some((part) => file.includes(part)))
if (files.length === 0) {
  console.error(`No test file with properties is named like ${positionals.join(' or ')}.`)
  process.exit(2)
}

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const failed = []
for (let seed = first; seed < first + count; seed++) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--project=unit', '--project=dom*', '--reporter=dot', ...files],
    { cwd: root, env: { ...process.env, PROPERTY_SEED: String(seed) }, encoding: 'utf8', maxBuffer: 2 ** 28 },
  )
  if (status !== 0) {
    failed.push(seed)
    console.log(stdout, stderr)
  }
  console.log(`seed ${seed}: ${status === 0 ? 'passed' : 'failed'}`)
}
console.log(`${count} seeds, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(', ')}` : ''}`)
process.exit(failed.length > 0 ? 1 : 0)
