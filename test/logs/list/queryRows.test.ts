import { parseAbiItem } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { compileEvent } from '../../../src/logs/decode/compileEvent.ts'
import { exportLogs } from '../../../src/logs/export/exportLogs.ts'
import type { LogQuery } from '../../../src/logs/filter/LogQuery.ts'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'
import { follow } from '../../../src/logs/follow/follow.ts'
import type { LogRow } from '../../../src/logs/Log.ts'
import { logId } from '../../../src/logs/order.ts'
import { readHistory } from '../../../src/logs/scan/readHistory.ts'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode } from '../../support/fakeNode.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const topic0 = compileEvent(transfer, 'given')!.topic0!
const account = `0x${'b0b'.padStart(64, '0')}` as const
const value = `0x${'5'.padStart(64, '0')}` as const

beforeEach(() => {
  vi.useFakeTimers()
})

/** A chain on which every third `Transfer` is an ERC-721 one: the same topic, another shape. */
function setUp() {
  const node = createFakeNode({ blocks: 10, logsPerBlock: 0 })
  const mine = () => {
    const topics = [topic0, account, account]
    const logs = [
      { topics, data: value },
      { topics, data: value },
      { topics: [...topics, value], data: '0x' as const },
    ]
    node.chain.mine(1, { logs })
  }
  for (let block = 0; block < 40; block++) mine()
  const client = clientOf(node, { finality: 5 })
  const all = () => node.chain.logs({}, 0n, node.chain.head)
  return { node, client, mine, all, fitting: () => all().filter(({ topics }) => topics.length === 3) }
}

async function rowsOf(client: ReturnType<typeof setUp>['client'], query: LogQuery) {
  const rows: LogRow[] = []
  const whole: { from: bigint; to: bigint }[] = []
  const reading = (async () => {
    for await (const event of readHistory(client, query))
      if (event.type === 'logs') {
        rows.push(...event.logs)
        whole.push(event.range)
      }
  })()
  let done = false
  const mark = () => (done = true)
  reading.then(mark, mark)
  while (!done) await vi.advanceTimersByTimeAsync(250)
  await reading
  return { rows, whole }
}

describe('the rows of a scan', () => {
  test('are decoded, and strict by default', async () => {
    const { client, fitting, all } = setUp()
    const { rows } = await rowsOf(client, { events: [transfer] })
    expect(rows.map(logId)).toEqual(fitting().map(logId))
    expect(fitting().length).toBeLessThan(all().length)
    for (const row of rows) {
      expect(row).toMatchObject({ eventName: 'Transfer', args: { value: 5n } })
      expect(row.decoded?.args.map(({ name }) => name)).toEqual(['from', 'to', 'value'])
    }
    const loose = await rowsOf(client, { event: transfer, strict: false })
    expect(loose.rows.map(logId)).toEqual(all().map(logId))
  })

  test('are raw without an event', async () => {
    const { client, all } = setUp()
    const { rows } = await rowsOf(client, {})
    expect(rows.map(logId)).toEqual(all().map(logId))
    expect(rows.every(({ decoded }) => decoded === undefined)).toBe(true)
  })

  test('of one block by its hash are decoded too', async () => {
    const { client, fitting } = setUp()
    const { blockHash } = fitting()[0]!
    const { rows } = await rowsOf(client, { blockHash, event: transfer, limit: 2 })
    expect(rows.map(logId)).toEqual(fitting().slice(0, 2).map(logId))
    expect(rows[0]?.decoded?.name).toBe('Transfer')
  })

  test('are exported with a column for each argument', async () => {
    const { client } = setUp()
    const { rows } = await rowsOf(client, { events: [transfer], limit: 3 })
    let csv = ''
    const read = (async () => {
      for await (const bytes of exportLogs(rows, { format: 'csv' })) csv += new TextDecoder().decode(bytes)
    })()
    await vi.runAllTimersAsync()
    await read
    const [header, ...lines] = csv.trim().split(/\r?\n/)
    expect(header).toContain('arg_value')
    expect(lines).toHaveLength(3)
    for (const line of lines) expect(line).toContain('Transfer')
  })

  test.each(['asc', 'desc'] as const)('count towards a limit, %s', async (order) => {
    const { client, fitting } = setUp()
    const wanted = order === 'asc' ? fitting() : fitting().toReversed()
    for (const limit of [1, 2, 3, 10, 25]) {
      const { rows, whole } = await rowsOf(client, { events: [transfer], order, limit })
      expect(rows.map(logId)).toEqual(wanted.slice(0, limit).map(logId))
      // Claimed blocks are present with all their rows.
      for (const { from, to } of whole) {
        const inside = ({ blockNumber }: { blockNumber: bigint }) => blockNumber >= from && blockNumber <= to
        expect(rows.filter(inside).map(logId)).toEqual(wanted.filter(inside).map(logId))
      }
    }
  })
})

test('of a follower are decoded and strict, also removed ones', async () => {
  const { node, client, mine, fitting } = setUp()
  const controller = new AbortController()
  const head = node.chain.head
  const shown = new Map<string, LogRow>()
  const removed: LogRow[] = []
  const following = (async () => {
    const options = { signal: controller.signal, pollingInterval: 1_000 }
    for await (const event of follow(client, { event: transfer, fromBlock: head - 3n }, options)) {
      if (event.type !== 'change') continue
      for (const log of event.removed as readonly LogRow[]) {
        shown.delete(logId(log))
        removed.push(log)
      }
      for (const log of event.added as readonly LogRow[]) shown.set(logId(log), log)
    }
  })().catch((error: unknown) => error)
  const truth = () => fitting().filter(({ blockNumber }) => blockNumber >= head - 3n)
  const untilTrue = () =>
    vi.waitFor(() => expect([...shown.keys()].sort()).toEqual(truth().map(logId).sort()), { timeout: 60_000 })
  await untilTrue()
  mine()
  await untilTrue()
  node.chain.reorg(2)
  mine()
  await untilTrue()
  controller.abort()
  await following
  expect(removed.length).toBeGreaterThan(0)
  for (const row of [...shown.values(), ...removed])
    expect(row).toMatchObject({ eventName: 'Transfer', args: { value: 5n } })
})

test('queries with a limit share a key only where the same rows count', () => {
  const other = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 indexed id)')
  const key = (query: LogQuery) => parseLogQuery({ topics: [topic0], ...query }).key
  const renamed = parseAbiItem('event Transfer(address indexed src, address indexed dst, uint256 wad)')
  expect(key({ events: [transfer], limit: 5 })).toBe(key({ events: [renamed], limit: 5 }))
  expect(key({ events: [transfer], limit: 5 })).not.toBe(key({ events: [other], limit: 5 }))
  expect(key({ events: [transfer], limit: 5 })).not.toBe(key({ limit: 5 }))
  expect(key({ events: [transfer], limit: 5, strict: false })).toBe(key({ limit: 5 }))
  // Without a limit, decoding does not affect which blocks are read.
  expect(key({ events: [transfer] })).toBe(key({ events: [other] }))
  expect(key({ events: [transfer] })).toBe(key({}))
})
