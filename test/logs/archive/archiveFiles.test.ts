import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as zlib from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildArchive, type BuildArchiveOptions } from '../../../src/node/archive/buildArchive.ts'
import { writeLogs } from '../../../src/node/writeLogs.ts'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode } from '../../support/fakeNode.ts'
import { archiveFinality, openArchive, type OpenArchive } from '../../support/openArchive.ts'
import { openDuckDb } from '../../support/openDuckDb.ts'

const node = createFakeNode({ seed: 11, blocks: 60, logsPerBlock: 3, timestamps: true })
/** Since Node 22.15. */
const hasZstd = 'zstdDecompressSync' in zlib
const zero = `0x${'0'.repeat(64)}` as const
const logsPerFile = 100_000
const client = clientOf(node, { finality: archiveFinality })
let archive: OpenArchive
let database: Awaited<ReturnType<typeof openDuckDb>>
/** The last final block. */
let last: number

beforeAll(async () => {
  const [address] = node.chain.contracts as [`0x${string}`]
  node.chain.mine(1, {
    logs: [
      { address, topics: [], data: '0x' },
      { address, topics: [zero], data: `0x00${'ff'.repeat(40)}` },
      { address, topics: [zero, zero, zero, zero], data: '0x00' },
    ],
  })
  node.chain.mine(30, { logs: [] })
  archive = await openArchive(node, { logsPerFile })
  last = manifestOf(archive.folder).covered[0]![1]
  database = await openDuckDb()
  await database.query(`create table logs as select * from read_parquet('${archive.folder}/logs/*.parquet')`)
})
afterAll(async () => {
  database.close()
  await archive.close()
})

interface Manifest {
  readonly covered: readonly [number, number][]
  readonly files: readonly { readonly sha256: string }[]
}
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest

/** What cryo writes. */
const cryo = `block_number::uinteger as block_number, transaction_index::uinteger as transaction_index,
  log_index::uinteger as log_index, transaction_hash, address, topic0, topic1, topic2, topic3, data,
  octet_length(data)::uinteger as n_data_bytes, 3721::ubigint as chain_id`

/** Writes files in a new folder, by name: each the result of a query. */
async function writeFiles(name: string, files: Readonly<Record<string, string>>, options = '') {
  const folder = join(archive.folder, name)
  mkdirSync(folder)
  for (const [file, sql] of Object.entries(files))
    await database.query(`copy (${sql}) to '${join(folder, file)}' (format parquet${options})`)
  return folder
}

const rows = (columns: string, where = 'true') =>
  `select ${columns} from logs where ${where} order by block_number, log_index`

const fileName = (from: number, to: number) =>
  `ethereum__logs__${String(from).padStart(8, '0')}_to_${String(to).padStart(8, '0')}.parquet`
const build = (target: string, options: BuildArchiveOptions) =>
  buildArchive(client, join(archive.folder, target), { logsPerFile, ...options })
const hashesOf = (folder: string) => manifestOf(folder).files.map(({ sha256 }) => sha256)

test('files of cryo become the archive that the node would have given, without eth_getLogs', async () => {
  const folder = await writeFiles(
    'cryo',
    {
      [fileName(0, 29)]: rows(cryo, 'block_number < 30'),
      // As older versions name the column.
      [fileName(30, 49)]: rows(
        cryo.replace(' address,', ' address as contract_address,'),
        'block_number between 30 and 49',
      ),
      [fileName(50, last)]: rows(cryo, 'block_number >= 50'),
    },
    ', compression lz4_raw, row_group_size 2048',
  )
  node.clearCalls()
  const { covered, logs } = await build('from-cryo', { files: [folder] })
  expect(covered).toEqual({ from: 0n, to: BigInt(last) })
  expect(logs).toBe(node.chain.logs({}, 0n, BigInt(last)).length)
  expect(hashesOf(join(archive.folder, 'from-cryo'))).toEqual(hashesOf(archive.folder))
  expect(node.callsOf('eth_getLogs')).toEqual([])
  // Each block with logs once, and a few for the ends of the archive.
  const blocks = new Set(node.chain.logs({}, 0n, BigInt(last)).map(({ blockNumber }) => blockNumber)).size
  expect(node.callsOf('eth_getBlockByNumber').length).toBeLessThan(blocks + 8)

  node.clearCalls()
  expect(await build('from-cryo', { files: [folder] })).toMatchObject({ added: 0, logs })
  expect(node.callsOf('eth_getBlockByNumber').length).toBeLessThan(4)
})

test.each(['snappy', 'lz4_raw', 'gzip', 'brotli', ...(hasZstd ? ['zstd'] : []), 'uncompressed'])(
  'files with %s pages',
  async (codec) => {
    const files = { [fileName(0, last)]: rows(cryo) }
    const folder = await writeFiles(`codec-${codec}`, files, `, compression ${codec}, row_group_size 2048`)
    await build(`from-${codec}`, { files: [folder] })
    expect(hashesOf(join(archive.folder, `from-${codec}`))).toEqual(hashesOf(archive.folder))
  },
)

test.runIf(!hasZstd)('zstd names the releases of Node that read it, and writes nothing', async () => {
  const folder = await writeFiles('zstd', { [fileName(0, last)]: rows(cryo) }, ', compression zstd')
  const building = build('from-zstd', { files: [folder] })
  await expect(building).rejects.toThrow(
    `The column block_number of ${fileName(0, last)} cannot be read.\nUse Node 22.15 or later, which reads zstd, or write the file with lz4 or snappy.`,
  )
  expect(existsSync(join(archive.folder, 'from-zstd'))).toBe(false)
})

test('an export that DuckDB has copied needs no headers, in any order', async () => {
  const file = join(archive.folder, 'export.parquet')
  await writeLogs(client, { fromBlock: 0n, toBlock: BigInt(last) }, file, { format: 'parquet' })
  const exported = (odd: 0 | 1) => `select * from '${file}' where log_index % 2 = ${odd} order by data`
  const folder = await writeFiles('export', { 'even.parquet': exported(0), 'odd.parquet': exported(1) })
  node.clearCalls()
  await build('from-export', { files: [folder], fromBlock: 0n, toBlock: BigInt(last) })
  expect(hashesOf(join(archive.folder, 'from-export'))).toEqual(hashesOf(archive.folder))
  expect(node.callsOf('eth_getLogs')).toEqual([])
  expect(node.callsOf('eth_getBlockByNumber').length).toBeLessThan(8)
})

test('a filter keeps its logs only, and files are added to an archive that they continue', async () => {
  const [address] = node.chain.contracts
  const folder = await writeFiles('parts', {
    [fileName(0, 20)]: rows(cryo, 'block_number <= 20'),
    [fileName(21, last)]: rows(cryo, 'block_number > 20'),
  })
  const filter = { address: address! }
  await build('from-parts', { filter, files: [join(folder, fileName(0, 20))] })
  await build('from-parts', { files: [join(folder, fileName(21, last))] })
  const reference = join(archive.folder, 'one-contract')
  await buildArchive(client, reference, { filter, logsPerFile })
  expect(hashesOf(join(archive.folder, 'from-parts'))).toEqual(hashesOf(reference))
})

test.each<
  [
    name: string,
    files: () => Readonly<Record<string, string>>,
    message: RegExp,
    options?: BuildArchiveOptions,
  ]
>([
  ['no-blocks', () => ({ 'logs.parquet': rows(cryo) }), /name of logs\.parquet does not state its blocks/],
  [
    'column',
    () => ({ [fileName(0, last)]: 'select block_number, address from logs' }),
    /lacks the columns .*log_index, transaction_index, .*data/,
  ],
  [
    'chain',
    () => ({ [fileName(0, last)]: rows(cryo.replace('3721', '1')) }),
    /logs of chain 1, but the node is on chain 3721/,
  ],
  [
    'outside-name',
    () => ({ [fileName(0, 20)]: rows(cryo, 'block_number <= 21') }),
    /has logs of block 21, outside blocks 0 to 20/,
  ],
  [
    'outside',
    () => ({ 'a.parquet': rows(cryo, 'block_number <= 21') }),
    /has logs of block 0, outside blocks 5 to 30/,
    { fromBlock: 5n, toBlock: 30n },
  ],
  [
    'twice',
    () => ({
      'a.parquet': rows(cryo, 'block_number <= 9'),
      'b.parquet': rows(cryo, 'block_number = 9 and log_index = 1'),
    }),
    /a\.parquet, b\.parquet: log 1 of block 9 occurs twice/,
    { fromBlock: 0n, toBlock: 9n },
  ],
  [
    'gap',
    () => ({
      [fileName(0, 20)]: rows(cryo, 'block_number <= 20'),
      [fileName(31, 40)]: rows(cryo, 'block_number between 31 and 40'),
    }),
    /No file has blocks 21 to 30/,
  ],
  ['final', () => ({ [fileName(0, 9_999)]: rows(cryo) }), /Block 9999 is not final/],
  [
    'fork',
    () => ({
      [fileName(0, last)]: rows(
        cryo.replace('transaction_hash', 'topic0 as transaction_hash'),
        'topic0 is not null',
      ),
    }),
    /which is not in that block of the node/,
  ],
  [
    'milliseconds',
    () => ({ [fileName(0, last)]: rows(`${cryo}, block_timestamp * 1000 as block_timestamp`) }),
    /have the time \d+000 for block \d+, but the node has \d+\.\n.*in seconds/,
  ],
  [
    'malformed',
    () => ({
      [fileName(0, last)]: rows(cryo.replace(' topic1,', ' null::blob as topic1,'), 'topic2 is not null'),
    }),
    /a log of blocks \d+ to \d+ is malformed/,
  ],
  [
    'numbers',
    () => ({ [fileName(0, last)]: rows(cryo.replace('topic3', '0 as topic3')) }),
    /column topic3 of .* has numbers.*\n.*read_csv/,
  ],
  [
    'removed',
    () => ({ [fileName(0, last)]: rows(`${cryo}, true as removed`) }),
    /logs that a reorg has removed/,
  ],
])('wrong files end in an error and write nothing: %s', async (name, files, message, options) => {
  const folder = await writeFiles(name, files())
  await expect(build(`from-${name}`, { files: [folder], ...options })).rejects.toThrow(message)
  expect(existsSync(join(archive.folder, `from-${name}`))).toBe(false)
})

test('a missing file, or one that is not Parquet, is an error that names it', async () => {
  const path = join(archive.folder, 'text.parquet')
  writeFileSync(path, 'block_number,address\n')
  const blocks = { fromBlock: 0n, toBlock: 1n }
  await expect(build('from-text', { files: [path], ...blocks })).rejects.toThrow(
    /text\.parquet cannot be read as a Parquet file/,
  )
  await expect(build('from-text', { files: ['nowhere'], ...blocks })).rejects.toThrow(
    /no file or folder nowhere/,
  )
})

test('an empty list of files is refused before anything is read', async () => {
  await expect(buildArchive(client, join(archive.folder, 'none'), { files: [] })).rejects.toThrow(
    'There are no files to read.',
  )
})
