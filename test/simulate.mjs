// Plays simulated worlds from seeds: `npm run simulate -- --help`.
// Each simulation is a file of test/support/simulation/ that exports `simulate(seed)`, which throws what went wrong. Screens need
// a browser, so a test plays them.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { load } from '../bench/bundle.mjs'

const usage = `npm run simulate -- [--seeds 1000] [--seed 1] [--only pool|scan|follow|query|screen]

  --seeds  how many worlds of each kind to play
  --seed   the first seed; without --seeds, plays only this one, and prints its failure with stack traces
  --only   one kind; screens, which need a browser, are played only with --only screen`

const options = {
  seeds: { type: 'string', default: '1000' },
  seed: { type: 'string' },
  only: { type: 'string' },
  help: { type: 'boolean' },
}
let values
try {
  values = parseArgs({ options }).values
} catch (error) {
  console.error(`${error.message}\n\n${usage}`)
  process.exit(2)
}
if (values.help) {
  console.log(usage)
  process.exit(0)
}
const first = Number(values.seed ?? 1)
const count = values.seed === undefined || process.argv.includes('--seeds') ? Number(values.seeds) : 1
if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count) || count < 1) {
  console.error('--seed and --seeds are whole numbers.')
  process.exit(2)
}
if (values.only === 'screen') {
  const args = ['vitest', 'run', '--project', 'browser', 'test/browser/screen.play.tsx']
  const env = { ...process.env, VITE_SEED: String(first), VITE_SEEDS: String(count) }
  process.exit(spawnSync('npx', args, { env, stdio: 'inherit' }).status ?? 1)
}
const fileOf = (name) => join(import.meta.dirname, 'support', 'simulation', `${name}.ts`)
const known = ['pool', 'scan', 'follow', 'query'].filter((name) => existsSync(fileOf(name)))
const names = known.filter((name) => values.only === undefined || values.only === name)
if (names.length === 0) {
  console.error(`There is no simulation "${String(values.only)}": ${known.join(', ')}.`)
  process.exit(2)
}

// Aborts create errors all the time, so only a single seed records stack traces.
if (count > 1) Error.stackTraceLimit = 0

let failures = 0
for (const name of names) {
  const { simulate } = await load(`../test/support/simulation/${name}.ts`)
  const start = performance.now()
  for (let done = 1; done <= count; done++) {
    try {
      await simulate(first + done - 1)
    } catch (error) {
      failures++
      console.error(`\n${name}: ${count === 1 ? error.stack : error.message}`)
      if (count === 1 && error.cause) console.error(error.cause.stack)
    }
    if (done % 1_000 === 0 || done === count) {
      const seconds = (performance.now() - start) / 1_000
      console.log(`${name}: ${done} of ${count} seeds in ${seconds.toFixed(1)} s, ${failures} failed`)
    }
  }
}
process.exit(failures > 0 ? 1 : 0)
