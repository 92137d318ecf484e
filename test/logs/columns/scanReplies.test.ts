import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NodeError } from '../../../src/errors/NodeError.ts'
import { scanReplies, scanRepliesInSlices, type LogsReply } from '../../../src/logs/columns/scanReplies.ts'
import { toLogJson } from '../../../src/logs/list/toLogJson.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { compareLogs } from '../../../src/logs/order.ts'
import { arbitraryLog } from '../../support/arbitraryLog.ts'
import { randomLogs } from '../../support/randomLogs.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const envelope = (logs: readonly unknown[], id: unknown = 1) => ({ jsonrpc: '2.0', id, result: logs })
const sorted = (logs: readonly RawLog[]) => [...logs].sort(compareLogs)

function read(reply: LogsReply): { logs: RawLog[]; malformed: number } {
  if (!reply.result) throw new Error(`No logs in ${JSON.stringify(reply)}`)
  return { logs: [...reply.result.segment], malformed: reply.result.malformed.count }
}

/** Reads one reply in one go. */
function scanOne(bytes: Uint8Array): LogsReply {
  const scan = scanReplies(bytes, Infinity)
  const { value } = scan.next()
  if (!value) throw new Error('It paused.')
  return value[0]!
}

/** The same object with its keys in another order. */
function shuffled(object: object, keys: readonly number[]): object {
  const entries = Object.entries(object).map((entry, at) => ({ entry, key: keys[at] ?? 0 }))
  return Object.fromEntries(entries.sort((a, b) => a.key - b.key).map(({ entry }) => entry))
}

const style = fc.record({
  keys: fc.array(fc.nat({ max: 100 }), { minLength: 12, maxLength: 12 }),
  space: fc.constantFrom(undefined, 1, '\t', '\n'),
  upper: fc.boolean(),
  removed: fc.constantFrom<'as is' | 'none' | 'null'>('as is', 'none', 'null'),
  extra: fc.constantFrom<object>(
    {},
    { l1BatchNumber: '0x12', logType: null, transactionLogIndex: 3 },
    { note: 'a "quoted" \\ text, {brackets]' },
    { nested: { deep: [1, { address: 'x' }] } },
  ),
})

test('logs are read whatever the key order and formatting of the node', () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryLog, { maxLength: 20 }),
      style,
      (logs, { keys, space, upper, removed, extra }) => {
        const expected = sorted(logs).map((log) => (removed === 'as is' ? log : { ...log, removed: false }))
        const written = logs.map((log) => {
          const { removed: flag, ...json } = toLogJson(log)
          const all = {
            ...json,
            ...(removed === 'as is' ? { removed: flag } : removed === 'null' ? { removed: null } : {}),
            ...extra,
          }
          return shuffled(all, keys)
        })
        const text = JSON.stringify(shuffled(envelope(written), keys), null, space)
        const bytes = encode(
          upper
            ? text.replaceAll(/0x([0-9a-f]*)/g, (_, digits: string) => `0x${digits.toUpperCase()}`)
            : text,
        )
        expect(read(scanOne(bytes))).toEqual({ logs: expected, malformed: 0 })
      },
    ),
    { numRuns: 300 },
  )
})

test.each<[string, unknown]>([
  ['an object', { of: { many: 1 } }],
  ['text with brackets', 'a},b'],
])('the last field may be null in some logs and %s in others', (_, value) => {
  const logs = sorted(randomLogs({ seed: 3, count: 6 }))
  const written = logs.map((log, at) => ({ ...toLogJson(log), note: at % 2 === 0 ? null : value }))
  expect(read(scanOne(encode(JSON.stringify(envelope(written))))).logs).toEqual(logs)
})

test('slices of any size yield the same as one pass', () => {
  const logs = randomLogs({ seed: 1, count: 400 })
  const bytes = encode(JSON.stringify(envelope(logs.map(toLogJson))))
  for (const sliceBytes of [1, 100, 5000, 1e9]) {
    const scan = scanReplies(bytes, sliceBytes)
    let slices = 1
    let step = scan.next()
    for (; !step.done; step = scan.next()) slices++
    expect(read(step.value[0]!).logs).toEqual(logs)
    expect(slices).toBe(sliceBytes === 1 ? logs.length + 1 : slices)
    expect(slices).toBeLessThanOrEqual(Math.ceil(bytes.length / sliceBytes) + 1)
  }
})

test('sorting and merging many logs pauses too', () => {
  const logs = randomLogs({ seed: 9, count: 20_000 }).map(toLogJson)
  const bytes = encode(JSON.stringify(envelope(logs)))
  const scan = scanReplies(bytes, Infinity)
  let pauses = 0
  let step = scan.next()
  for (; !step.done; step = scan.next()) pauses++
  expect(pauses).toBe(1)
  expect(read(step.value[0]!).logs.map(toLogJson)).toEqual(logs)
})

test('a batch is read reply by reply', () => {
  const logs = randomLogs({ seed: 2, count: 30 })
  const batch = [
    { jsonrpc: '2.0', id: 3, result: '0x10' },
    envelope(logs.map(toLogJson), 1),
    { jsonrpc: '2.0', id: '2', error: { code: -32005, message: 'too many "results"' } },
    { id: 4, result: null },
    envelope([], 5),
    { id: 6, result: ['0xabc', '0xdef'], error: null },
  ]
  const scan = scanReplies(encode(JSON.stringify(batch)), Infinity)
  const { value, done } = scan.next()
  expect(done).toBe(true)
  const replies = value!
  expect(replies.map(({ id }) => id)).toEqual([3, 1, '2', 4, 5, 6])
  expect(replies[0]).toEqual({ id: 3 })
  expect(read(replies[1]!).logs).toEqual(logs)
  expect(replies[2]).toEqual({ id: '2', error: { code: -32005, message: 'too many "results"' } })
  expect(replies[3]).toEqual({ id: 4 })
  expect(read(replies[4]!)).toEqual({ logs: [], malformed: 0 })
  expect(read(replies[5]!)).toEqual({ logs: [], malformed: 2 })
})

test('a block in the same batch may have as many transactions as any', () => {
  const block = {
    id: 1,
    result: { transactions: Array.from({ length: 10_000 }, () => `0x${'ab'.repeat(32)}`) },
  }
  const scan = scanReplies(encode(JSON.stringify([block, envelope([], 2)])), Infinity)
  const { value, done } = scan.next()
  expect(done).toBe(true)
  expect(value).toEqual([{ id: 1 }, expect.objectContaining({ id: 2, result: expect.anything() })])
})

test('malformed logs are counted and dropped; the others stay', () => {
  const logs = randomLogs({ seed: 3, count: 2 })
  const [good, other] = logs.map(toLogJson)
  const bad: unknown[] = [
    null,
    7,
    'log',
    [],
    {},
    { ...good, address: '0x12' },
    { ...good, address: `${good!.address.slice(0, -1)}g` },
    { ...good, topics: [...good!.topics, '0x'] },
    { ...good, topics: Array(5).fill(good!.topics[0]) },
    { ...good, topics: 'none' },
    { ...good, data: '0x123' },
    { ...good, data: '0xzz' },
    { ...good, data: 12 },
    { ...good, blockNumber: null },
    { ...good, blockNumber: '12' },
    { ...good, blockNumber: '0x' },
    { ...good, blockNumber: `0x${'f'.repeat(2_000_000)}` },
    { ...good, blockHash: undefined },
    { ...good, logIndex: '0x1ffffffff' },
    { ...good, removed: 'true' },
    { ...good, topics: [...other!.topics].reverse(), blockHash: `0x${'5'.repeat(64)}`, logIndex: 'none' },
    { ...good, transactionHash: `${good!.transactionHash}00` },
  ]
  for (const one of bad) {
    const bytes = encode(JSON.stringify(envelope([good, one, other])))
    // Nothing of a dropped log may leak into the next one.
    expect(read(scanOne(bytes)), JSON.stringify(one).slice(0, 300)).toEqual({ logs, malformed: 1 })
  }
})

test('an invalid timestamp drops the timestamp, not the log', () => {
  const [log] = randomLogs({ seed: 4, count: 1 })
  const { blockTimestamp, ...rest } = log!
  for (const value of ['0xzz', 12.5, null, `0x${'f'.repeat(30)}`])
    expect(
      read(scanOne(encode(JSON.stringify(envelope([{ ...toLogJson(log!), blockTimestamp: value }]))))),
    ).toEqual({ logs: [rest], malformed: 0 })
  expect(blockTimestamp).toBeDefined()
})

test.each([
  '',
  ' ',
  '<html>',
  'null',
  '{}',
  '[',
  '{"result":[',
  '{"id":1}',
  '{"result":[{}}',
  '{"result":[1,]}',
  '[{}]',
  '{"id":1,"result":[]} x',
])('a response of %j is refused as malformed', (text) => {
  expect(() => scanOne(encode(text))).toThrow(expect.objectContaining({ kind: 'malformed' }))
})

test('whatever happens to the bytes, the result is logs or an error of ours', () => {
  const logs = randomLogs({ seed: 5, count: 4 })
  const bytes = encode(JSON.stringify(envelope(logs.map(toLogJson))))
  fc.assert(
    fc.property(
      fc.nat({ max: bytes.length - 1 }),
      fc.constantFrom(...Array.from('"\\{}[],:0fgx \0')),
      fc.nat({ max: 3 }),
      (at, code, cut) => {
        const copy = cut === 0 ? bytes.slice(0, at) : bytes.slice()
        if (cut > 0) copy[at] = code.charCodeAt(0)
        let reply: LogsReply
        try {
          reply = scanOne(copy)
        } catch (error) {
          expect(error).toBeInstanceOf(NodeError)
          return
        }
        // The result is not a list any more.
        if (!reply.result) return
        // JSON.parse must accept the same text and find the same logs.
        const parsed = JSON.parse(new TextDecoder().decode(copy)) as { result: { data?: string }[] }
        expect(reply.result.length).toBe(parsed.result.length)
      },
    ),
    { numRuns: 3000 },
  )
})

test('endless nesting does not overflow the stack', () => {
  const deep = `{"id":1,"result":[${'['.repeat(1e6)}${']'.repeat(1e6)}]}`
  expect(() => scanOne(encode(deep))).not.toThrow(RangeError)
})

test('in slices, it stops when aborted', async () => {
  const bytes = encode(JSON.stringify(envelope(randomLogs({ seed: 6, count: 50 }).map(toLogJson))))
  const [reply] = await scanRepliesInSlices(bytes, { sliceTime: 0 })
  expect(read(reply!).logs).toHaveLength(50)
  await expect(scanRepliesInSlices(bytes, { signal: AbortSignal.abort() })).rejects.toThrow('abort')
})
