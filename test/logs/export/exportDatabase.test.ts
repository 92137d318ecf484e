import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tableFromIPC } from 'apache-arrow'
import { parquetMetadata } from 'hyparquet'
import { readParquet } from 'parquet-wasm'
import { encodeAbiParameters, getAddress, parseAbiItem, toEventSelector, type AbiEvent, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import { createDecoder } from '../../../src/logs/decode/createDecoder.ts'
import type { ExportFormat } from '../../../src/logs/export/ExportFormat.ts'
import { exportLogs } from '../../../src/logs/export/exportLogs.ts'
import { toProvenance } from '../../../src/logs/export/toProvenance.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { findPaperBlocks } from '../../readme/papers.ts'
import { openDuckDb } from '../../support/openDuckDb.ts'
import { randomLogs } from '../../support/randomLogs.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const moved = parseAbiItem('event Moved(int256 delta, uint64 count, uint8 kind, address[] path)')
// Mixed case, so that a checksum shows.
const token: Hex = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const account: Hex = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'
const word = (value: bigint | Hex) => encodeAbiParameters([{ type: 'uint256' }], [BigInt(value)])
const [base] = randomLogs({ seed: 1, count: 1 })
const log = (event: AbiEvent, topics: Hex[], data: Hex, at: number): RawLog => ({
  ...base!,
  address: token,
  topics: [toEventSelector(event), ...topics],
  data,
  blockNumber: BigInt(at),
  logIndex: at,
})

/** Sums of these in floating point are wrong in any order. */
const fitting = [2n ** 60n + 1n, 10n ** 30n + 1n, 10n ** 37n + 7n, 1n, 0n, 123_456_789_012_345_678_901n]
const tooLarge = [10n ** 38n, 2n ** 256n - 1n]
const deltas = [-(10n ** 38n) + 1n, -1n, -(2n ** 255n), 2n ** 64n]
const logs = [
  ...[...fitting, ...tooLarge].map((value, at) =>
    log(transfer, [word(token), word(account)], word(value), at),
  ),
  ...deltas.map((delta, at) =>
    log(moved, [], encodeAbiParameters(moved.inputs, [delta, 2n ** 64n - 1n, 7, [token]]), 100 + at),
  ),
]
const list = createPackedLogList({ segments: [packLogs(logs)], decoder: createDecoder([transfer, moved]) })
const provenance = toProvenance({ query: { events: [transfer] }, time: 0 })

const folder = mkdtempSync(join(tmpdir(), 'topic0-'))
let database: Awaited<ReturnType<typeof openDuckDb>>

async function write(format: ExportFormat): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of exportLogs(list, { format, provenance })) parts.push(part)
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  writeFileSync(join(folder, `logs.${format}`), bytes)
  return bytes
}

beforeAll(async () => {
  await write('csv')
  await write('parquet')
  database = await openDuckDb()
})
afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const run = (sql: string) => database.query(sql.replaceAll(/'logs\.(\w+)'/g, `'${folder}/logs.$1'`))
const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n).toString()

/** The statements of the docs in order: the documented statements are those run here. */
const statements = findPaperBlocks('sql')
  .filter(({ file }) => file === 'docs/exports.md')
  .flatMap(({ code }) =>
    code
      .split(/;\s*/)
      .map((one) => one.replaceAll(/^--.*$/gm, '').trim())
      .filter(Boolean),
  )

describe('the statements of the docs', () => {
  test('add up exactly', async () => {
    expect(statements).toHaveLength(4)
    const [parquetSum, omitted, csvSum, joined] = await Promise.all(statements.map(run))
    expect(Object.values(parquetSum![0]!)).toEqual([sum(fitting)])
    expect(Object.values(omitted![0]!)).toEqual([String(tooLarge.length)])
    expect(Object.values(csvSum![0]!)).toEqual([sum(fitting)])
    expect(Number(Object.values(joined![0]!)[0])).toBe(fitting.length + tooLarge.length)
  })
})

// It does not come with npm, so it may be missing.
const installed = ['pandas'].filter(
  (name) => spawnSync('python3', ['-c', `import ${name}, pyarrow`]).status === 0,
)

test.each(installed)('the %s code of the docs adds up exactly', () => {
  const [script, ...more] = findPaperBlocks('python').filter(({ file }) => file === 'docs/exports.md')
  expect(more).toEqual([])
  const { stdout, stderr } = spawnSync('python3', ['-c', script!.code], { cwd: folder, encoding: 'utf8' })
  expect(stderr).toBe('')
  const all = sum([...fitting, ...tooLarge])
  expect(stdout.trim().split(/\s+/)).toEqual([all, all])
})

test('a database sums signed and 64-bit values, and reads no large number as floating point', async () => {
  const types = async (from: string) =>
    Object.fromEntries(
      (await run(`SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM ${from})`)).map((row) =>
        Object.values(row),
      ),
    )
  expect(await types("'logs.parquet'")).toMatchObject({
    arg_value: 'VARCHAR',
    arg_value_decimal: 'DECIMAL(38,0)',
    arg_delta_decimal: 'DECIMAL(38,0)',
    arg_count_decimal: 'DECIMAL(38,0)',
    arg_kind: 'BIGINT',
  })
  const [row] = await run(
    "SELECT sum(arg_delta_decimal) AS delta, sum(arg_count_decimal) AS count FROM 'logs.parquet'",
  )
  expect(row).toEqual({
    delta: sum(deltas.filter((delta) => delta > -(10n ** 38n))),
    count: sum(deltas.map(() => 2n ** 64n - 1n)),
  })
})

test('decimals hold the values that fit, are empty otherwise, and the file counts the empty ones', async () => {
  const file = await write('parquet')
  const table = tableFromIPC(readParquet(file).intoIPCStream())
  const read = (name: string) =>
    [...table.getChild(name)!].map((value) => (value === null ? null : String(value)))
  expect(read('arg_value_decimal').slice(0, 8)).toEqual([...fitting.map(String), null, null])
  expect(read('arg_value').slice(0, 8)).toEqual([...fitting, ...tooLarge].map(String))
  const said = parquetMetadata(file.buffer).key_value_metadata!.find(({ key }) => key === 'topic0.decimals')!
  expect(JSON.parse(said.value!)).toEqual({
    arg_value_decimal: 2,
    arg_delta_decimal: 1,
    arg_count_decimal: 0,
  })
})

test('addresses are lower case in every file, at any depth, and as in viem in rows', async () => {
  expect(list.at(0)!.args).toMatchObject({ from: getAddress(token) })
  for (const format of ['csv', 'json', 'ndjson', 'parquet'] as const) {
    const bytes = await write(format)
    const text =
      format === 'parquet'
        ? JSON.stringify(await run("SELECT * FROM 'logs.parquet'"))
        : new TextDecoder().decode(bytes)
    expect(text).toContain(account)
    expect(text).not.toContain(getAddress(account))
    expect(text).not.toContain(getAddress(token))
  }
})
