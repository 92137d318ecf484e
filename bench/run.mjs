// `npm run bench` lists the benches, `npm run bench -- NAME` runs one; `--json` adds a last line for machines.
import { readdirSync } from 'node:fs'
import { printTable } from './report.mjs'

const [name, ...flags] = process.argv.slice(2)
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => file.replace('.bench.mjs', ''))

if (!name || !names.includes(name)) {
  if (name) console.error(`There is no bench "${name}".`)
  console.log(`Benches, each run by \`npm run bench -- NAME\`:\n${names.map((one) => `  ${one}`).join('\n')}`)
  console.log(`Parts of one:
  table --rows=1000000 --only=react-virtuoso --rounds=3
  export --only=ndjson,parquet
  users --only=developer --rpc=http://127.0.0.1:8545 (a node with unlocked accounts, such as Hardhat's)`)
  process.exit(name ? 1 : 0)
}

const { run } = await import(`./${name}.bench.mjs`)
/** The value of `--NAME=VALUE`. @param {string} option */
const given = (option) => flags.find((flag) => flag.startsWith(`--${option}=`))?.slice(option.length + 3)
const rows = await run({
  rows: given('rows')?.split(',').map(Number),
  only: given('only')?.split(','),
  rounds: given('rounds') === undefined ? undefined : Number(given('rounds')),
  rpc: given('rpc'),
})
printTable(name, rows)
if (flags.includes('--json')) console.log(JSON.stringify({ bench: name, rows }))
// Does not wait for what a peer has left running.
process.stdout.write('', () => process.exit())
