import { numberToBytes } from 'viem'
import { expect, test } from 'vitest'
import { parseKeys } from '../../../src/logs/archive/ArchiveKeys.ts'
import type { ArchiveFile, ArchiveManifest } from '../../../src/logs/archive/ArchiveManifest.ts'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'
import { encodeKeys } from '../../../src/node/archive/encodeArchiveFile.ts'
import { collectGarbage } from '../../support/collectGarbage.ts'

/** `[file, address, topic0, first row, rows, first block, last block]` */
type Key = readonly [number, number, number | null, number, number, bigint, bigint]

const address = (value: number) => numberToBytes(value, { size: 20 })
const hex = (value: number) => `0x${value.toString(16).padStart(40, '0')}` as const
const topic = (value: number) => `0x${value.toString(16).padStart(64, '0')}` as const

function encode(keys: readonly Key[]) {
  return encodeKeys(
    keys.map(([file, owner, topic0, firstRow, rows, fromBlock, toBlock]) => ({
      file,
      address: address(owner),
      topic0: topic0 === null ? null : numberToBytes(topic0, { size: 32 }),
      firstRow,
      rows,
      fromBlock,
      toBlock,
    })),
  )
}

/** Parses keys of files with so many rows. */
function parse({ bytes, indexStart }: ReturnType<typeof encode>, ...rows: number[]) {
  const files = rows.map((count) => ({ rows: count }) as ArchiveFile)
  return parseKeys(bytes, { files, keys: { indexStart } } as unknown as ArchiveManifest)
}

const two: readonly Key[] = [
  [0, 1, null, 0, 2, 5n, 6n],
  [0, 1, 7, 2, 3, 5n, 9n],
  [0, 2, 7, 5, 1, 8n, 8n],
  [1, 2, 8, 0, 4, 10n, 20n],
]

test('runs are selected by address, topic0 and blocks, in row order', async () => {
  const [first, second] = (await parse(encode(two), 6, 4))!
  expect([first!.length, first!.rowCount, second!.length, second!.rowCount]).toEqual([3, 6, 1, 4])
  const select = (query: Parameters<typeof parseLogQuery>[0], from = 0n, to = 100n) => {
    const runs = first!.select(parseLogQuery(query).filter, { from, to })
    return Array.from({ length: runs.length }, (_, run) => [
      runs.address(run),
      runs.topic0(run),
      runs.rows(run),
      runs.blocks(run),
    ])
  }
  const bare = [hex(1), null, { from: 0, to: 2 }, { from: 5n, to: 6n }]
  const own = [hex(1), topic(7), { from: 2, to: 5 }, { from: 5n, to: 9n }]
  const others = [hex(2), topic(7), { from: 5, to: 6 }, { from: 8n, to: 8n }]
  expect(select({})).toEqual([bare, own, others])
  expect(select({ topics: [null] })).toEqual([own, others])
  expect(select({ address: hex(1), topics: [topic(7)] })).toEqual([own])
  expect(select({ filters: [{ address: hex(2) }, { address: hex(1), topics: [topic(9)] }] })).toEqual([
    others,
  ])
  expect(select({ address: hex(3) })).toEqual([])
  expect(select({ topics: [null] }, 9n)).toEqual([own])
  expect(select({}, 7n, 7n)).toEqual([own])
  const all = first!.select(parseLogQuery({}).filter, { from: 0n, to: 100n })
  expect(all.joinedRows()).toEqual([{ from: 0, to: 6 }])
  expect([all.isWithin({ from: 5n, to: 9n }), all.isWithin({ from: 6n, to: 9n })]).toEqual([true, false])
})

test.each<[string, readonly Key[], number[]]>([
  ['lack rows', two, [7, 4]],
  ['lack a file', two, [6, 4, 1]],
  ['name a file that there is not', two, [6]],
  ['overlap', [two[0]!, [0, 1, 7, 1, 4, 5n, 9n]], [5]],
  ['have no rows', [two[0]!, [0, 1, 7, 2, 0, 5n, 9n]], [2]],
  ['have a negative number', [[0, 1, null, 0, 2, -5n, 6n]], [2]],
])('keys that %s are refused', async (_, keys, rows) => {
  expect(await parse(encode(keys), ...rows)).toBeUndefined()
})

test('keys take little memory: some 100 bytes each', async () => {
  const used = () => {
    collectGarbage()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const count = 20_000
  const encoded = encode(Array.from({ length: count }, (_, k) => [0, k, k, k, 1, BigInt(k), BigInt(k)]))
  const before = used()
  const [runs] = (await parse(encoded, count))!
  expect((used() - before) / count).toBeLessThan(400)
  expect(runs).toHaveLength(count)
})
