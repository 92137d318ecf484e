import { numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { NodeError, UnreadBlocksError } from '../../../src/errors/NodeError.ts'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import type { FollowChange } from '../../../src/logs/follow/FollowState.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { applyFollowChange } from '../../../src/logs/snapshot/applyFollowChange.ts'
import { applyScanEvent } from '../../../src/logs/snapshot/applyScanEvent.ts'
import { layOver, replaceBlocks } from '../../../src/logs/snapshot/combineReads.ts'
import { describeLogs } from '../../../src/logs/snapshot/describeLogs.ts'
import { LogsSnapshot } from '../../../src/logs/snapshot/LogsSnapshot.ts'
import type { LogsSnapshotJson } from '../../../src/logs/snapshot/LogsSnapshotJson.ts'
import type { SnapshotFields } from '../../../src/logs/snapshot/SnapshotView.ts'
import { packChange } from '../../support/packChange.ts'

const hash = (number: bigint, version: number) => numberToHex(BigInt(version) * 1_000n + number, { size: 32 })
const logsOf = (from: bigint, to: bigint, version = 1) =>
  Array.from({ length: Number(to - from) + 1 }, (_, at): RawLog => {
    const blockNumber = from + BigInt(at)
    const blockHash = hash(blockNumber, version)
    const address = numberToHex(1, { size: 20 })
    const transaction = { transactionHash: blockHash, transactionIndex: 0, logIndex: 0 }
    return { address, topics: [], data: '0x', blockNumber, blockHash, ...transaction, removed: false }
  })
const change = (
  from: bigint,
  head: bigint,
  { logs = logsOf(from, head), removed = [] as RawLog[] } = {},
): FollowChange => ({
  type: 'change',
  range: { from, to: head },
  ...packChange(logs),
  added: [],
  removed,
  head: { number: head, hash: hash(head, 1) },
  finalized: 0n,
  reorg: undefined,
})
const shown = (snapshot: LogsSnapshot) =>
  createPackedLogList({ segments: snapshot.selections })
    .toArray()
    .map((log) => log.blockNumber)

const refusal = (endpoint: string, details = 'nope') =>
  new NodeError(`${endpoint} refused eth_getLogs.`, {
    kind: 'fatal',
    method: 'eth_getLogs',
    endpoint,
    details,
  })

function failedAt(...parts: readonly (readonly [from: number, to: number, error: Error])[]) {
  const range = { from: 0n, to: 99n }
  let snapshot = applyScanEvent(LogsSnapshot.empty, {
    type: 'planned',
    range,
    requested: range,
    head: 99n,
    order: 'asc',
    limit: undefined,
  })
  for (const [from, to, error] of parts)
    snapshot = applyScanEvent(snapshot, {
      type: 'failed',
      range: { from: BigInt(from), to: BigInt(to) },
      error,
    })
  return snapshot.coverage.failed.map(({ range: { from, to }, error }) => [Number(from), Number(to), error])
}

test('a preview is no progress, and may turn out to have fewer logs', () => {
  const range = { from: 0n, to: 99n }
  const planned = { type: 'planned', range, requested: range, head: 99n, order: 'asc', limit: 20 } as const
  const preview = (logs: RawLog[]) =>
    ({ type: 'preview', range, endpoint: 'a', ...packChange(logs) }) as const
  let snapshot = applyScanEvent(LogsSnapshot.empty, planned)
  for (const logs of [logsOf(0n, 9n), logsOf(0n, 4n, 2)]) snapshot = applyScanEvent(snapshot, preview(logs))
  expect(shown(snapshot)).toHaveLength(5)
  expect(snapshot.progress.fraction).toBe(0)
})

test('pages say which of their blocks come from an archive', () => {
  const coverages = new LogsSnapshot({
    ...LogsSnapshot.empty.fields,
    order: 'desc',
    read: [{ from: 0n, to: 99n }],
    archived: [{ from: 0n, to: 59n }],
    requested: { from: 0n, to: 99n },
    head: 99n,
    pages: { from: 0n, starts: [80n, 50n, 0n] },
  }).pages.map(({ coverage: { verified, archived } }) => ({ verified, archived }))
  expect(coverages).toEqual([
    { verified: [{ from: 80n, to: 99n }], archived: undefined },
    { verified: [{ from: 50n, to: 79n }], archived: [{ from: 50n, to: 59n }] },
    { verified: [{ from: 0n, to: 49n }], archived: [{ from: 0n, to: 49n }] },
  ])
})

describe('a result and another read of it agree about the head', () => {
  const read = (head: bigint, from: bigint, to: bigint, requested = { from, to }) =>
    new LogsSnapshot({ ...LogsSnapshot.empty.fields, requested, head, read: [{ from, to }] })
  const whole = { from: 0n, to: 120n }

  test('a newer part of a range that ends above the head raises it', () => {
    const result = read(99n, 0n, 99n, whole)
    const { head, coverage } = replaceBlocks(result, read(110n, 100n, 105n))
    expect([head, coverage.verified]).toEqual([110n, [{ from: 0n, to: 105n }]])
    expect(replaceBlocks(result, read(500n, 100n, 105n)).head).toBe(120n)
  })

  test('a newer part of a range that ends at the head does not: what follows was not read', () => {
    expect(replaceBlocks(read(99n, 0n, 99n), read(110n, 5n, 9n)).head).toBe(99n)
  })

  test('a part up to the end of the range that finds a lower head ends the coverage there', () => {
    const again = read(97n, 90n, 97n, { from: 90n, to: 99n })
    const { head, coverage } = replaceBlocks(read(99n, 0n, 99n), again)
    expect([head, coverage.verified]).toEqual([97n, [{ from: 0n, to: 97n }]])
  })

  test('blocks up to a lower head stay, whether they were read again or not', () => {
    const again = read(97n, 90n, 95n, { from: 90n, to: 99n })
    const { head, coverage } = replaceBlocks(read(99n, 0n, 99n), again)
    expect([head, coverage.verified]).toEqual([97n, [{ from: 0n, to: 97n }]])
  })

  test('a part below the end of the range says nothing of the blocks above it', () => {
    const { head, coverage } = replaceBlocks(read(99n, 0n, 99n), read(97n, 5n, 9n))
    expect([head, coverage.verified]).toEqual([99n, [{ from: 0n, to: 99n }]])
  })

  test('blocks that have left a relative range meanwhile do not come back', () => {
    const moved = read(120n, 20n, 120n)
    expect(replaceBlocks(moved, read(110n, 10n, 110n)).coverage.verified).toEqual([{ from: 20n, to: 120n }])
  })

  test('nothing above a lower head stays verified', () => {
    const { head, coverage } = layOver(read(97n, 0n, 50n, whole), read(99n, 0n, 99n, whole))
    expect([head, coverage.verified]).toEqual([97n, [{ from: 0n, to: 97n }]])
  })

  test('blocks that have not been read again count as read at the earlier head', () => {
    const before = read(99n, 0n, 99n, whole)
    const planned = new LogsSnapshot({ ...LogsSnapshot.empty.fields, requested: whole, head: 118n })
    const cancelled = layOver(planned, before, 80n)
    expect([cancelled.head, cancelled.readHead]).toEqual([118n, 99n])
    const restored = LogsSnapshot.from(JSON.parse(JSON.stringify(cancelled)) as LogsSnapshotJson)
    expect([restored.head, restored.readHead]).toEqual([118n, 99n])
    const again = layOver(new LogsSnapshot({ ...planned.fields, head: 119n }), cancelled, 80n)
    expect(again.readHead).toBe(99n)
    expect(replaceBlocks(cancelled, read(118n, 81n, 90n)).readHead).toBe(99n)
    expect(layOver(read(118n, 81n, 118n, whole), cancelled, 80n).readHead).toBe(118n)
    // A read that was cancelled before it knew the head.
    const headless = new LogsSnapshot({ ...planned.fields, head: undefined })
    expect(layOver(headless, before, 80n).readHead).toBe(99n)
    // Final blocks stay as they are.
    expect(layOver(planned, before, 99n).readHead).toBe(118n)
  })

  test('blocks that may have been replaced are of one chain: the others are pending once one of them is read again', () => {
    const before = read(99n, 0n, 99n, whole)
    const coverageOver = (from: bigint, to: bigint, finalTo?: bigint) => {
      const { verified, pending } = layOver(read(99n, from, to, whole), before, finalTo).coverage
      return { verified, pending: pending.filter((part) => part.from <= 99n) }
    }
    const all = { verified: [{ from: 0n, to: 99n }], pending: [] }
    expect(coverageOver(0n, 50n, 80n)).toMatchObject({ verified: all.verified })
    expect(coverageOver(95n, 99n)).toMatchObject({ verified: all.verified })
    expect(coverageOver(95n, 99n, 80n)).toEqual({
      verified: [
        { from: 0n, to: 80n },
        { from: 95n, to: 99n },
      ],
      pending: [{ from: 81n, to: 94n }],
    })
    expect(coverageOver(95n, 99n, -30n).verified).toEqual([{ from: 95n, to: 99n }])
  })
})

describe('blocks that are read again', () => {
  const within = (from: bigint, to: bigint, fields: Partial<SnapshotFields>) =>
    new LogsSnapshot({ ...LogsSnapshot.empty.fields, requested: { from, to }, head: 99n, ...fields })
  const before = within(0n, 99n, {
    read: [{ from: 0n, to: 49n }],
    archived: [{ from: 0n, to: 49n }],
    pending: [{ from: 50n, to: 99n }],
    rejected: 2,
  })

  test('are of the archive only if it was the one that had them', () => {
    const part = within(20n, 39n, {
      read: [{ from: 20n, to: 39n }],
      archived: [{ from: 30n, to: 39n }],
    })
    expect(replaceBlocks(before, part).coverage.archived).toEqual([
      { from: 0n, to: 19n },
      { from: 30n, to: 49n },
    ])
  })

  test('are pending where neither read has them', () => {
    const part = within(40n, 69n, { read: [{ from: 60n, to: 69n }], pending: [{ from: 40n, to: 59n }] })
    expect(replaceBlocks(before, part).coverage).toMatchObject({
      verified: [
        { from: 0n, to: 49n },
        { from: 60n, to: 69n },
      ],
      pending: [
        { from: 50n, to: 59n },
        { from: 70n, to: 99n },
      ],
    })
  })

  test('add to the rejected logs counted before', () => {
    const part = within(40n, 49n, { read: [{ from: 40n, to: 49n }], rejected: 3 })
    expect(replaceBlocks(before, part).rejected).toBe(5)
    expect(replaceBlocks(replaceBlocks(before, part), part, before.rejected).rejected).toBe(5)
  })
})

describe('failed blocks', () => {
  const [a, b] = [refusal('a.example'), refusal('b.example')]

  test('that are adjacent, with the same cause, are one gap, whichever endpoint failed', () => {
    expect(failedAt([0, 4, a], [5, 9, b], [10, 14, a])).toEqual([[0, 14, expect.any(UnreadBlocksError)]])
    // As a scan reports them: each names its own blocks, the gap all of them.
    const unread = [a, b, a].map((error, at) => {
      const range = { from: BigInt(at * 5), to: BigInt(at * 5 + 4) }
      return [at * 5, at * 5 + 4, UnreadBlocksError.of(range, error)] as const
    })
    const [[from, to, error] = [], ...more] = failedAt(...unread)
    expect([from, to, more]).toEqual([0, 14, []])
    expect(error).toMatchObject({ range: { from: 0n, to: 14n }, cause: a, kind: 'fatal' })
    expect((error as Error).message).toMatchInlineSnapshot(`
      "Blocks 0 to 14 could not be read: a.example refused eth_getLogs.
      Details: nope"
    `)
  })

  test('with different causes, or not adjacent, are separate gaps', () => {
    const other = new NodeError('a.example rate-limited the request.', {
      kind: 'fatal',
      method: 'eth_getLogs',
    })
    const words = refusal('a.example', 'not today')
    expect(failedAt([0, 4, a], [5, 9, other], [10, 14, words])).toHaveLength(3)
    expect(failedAt([0, 4, a], [6, 9, b])).toHaveLength(2)
    expect(failedAt([0, 4, new Error('one')], [5, 9, new Error('two')])).toHaveLength(2)
  })

  test('are only the remaining ones after some were read', () => {
    const range = { from: 0n, to: 99n }
    const begin = (requested: typeof range) =>
      applyScanEvent(LogsSnapshot.empty, {
        type: 'planned',
        range: requested,
        requested,
        head: 99n,
        order: 'asc',
        limit: undefined,
      })
    const part = { from: 20n, to: 29n }
    const again = applyScanEvent(begin(part), {
      type: 'failed',
      range: part,
      error: UnreadBlocksError.of(part, b),
    })
    const snapshot = applyScanEvent(begin(range), {
      type: 'failed',
      range,
      error: UnreadBlocksError.of(range, a),
    })
    const { failed } = replaceBlocks(snapshot, again).coverage
    expect(failed.map(({ error }) => error.message.split(':')[0])).toEqual([
      'Blocks 0 to 19 could not be read',
      'Blocks 20 to 29 could not be read',
      'Blocks 30 to 99 could not be read',
    ])
    for (const { range: blocks, error } of failed) expect(error).toMatchObject({ range: blocks })
  })

  test('name their cause once, also after a JSON round trip', () => {
    const range = { from: 7n, to: 7n }
    const planned = {
      type: 'planned',
      range,
      requested: range,
      head: 99n,
      order: 'asc',
      limit: undefined,
    } as const
    const failure = { type: 'failed', range, error: UnreadBlocksError.of(range, a) } as const
    const snapshot = applyScanEvent(applyScanEvent(LogsSnapshot.empty, planned), failure)
    expect(JSON.parse(JSON.stringify(snapshot.coverage.failed[0]?.error))).toMatchObject({
      range: { from: '7', to: '7' },
      kind: 'fatal',
    })
    const [failed] = LogsSnapshot.from(JSON.parse(JSON.stringify(snapshot)) as never).coverage.failed
    expect(failed!.error).toMatchObject({
      range,
      message: `Block 7 could not be read: ${a.message}`,
      cause: { message: a.message },
    })
  })
})

describe('a relative range', () => {
  // It was followed from block 80 on, and by now shows blocks 90 to 100.
  const window = 10n
  const now = applyFollowChange(
    applyFollowChange(LogsSnapshot.empty, change(80n, 90n), 0n, window),
    change(91n, 100n),
    0n,
    window,
  )

  test.each([
    ['an audit of all followed blocks', change(80n, 100n)],
    [
      'a reorganization at the same height',
      change(80n, 100n, { logs: [...logsOf(80n, 99n), ...logsOf(100n, 100n, 2)] }),
    ],
    ['a reorganization to a lower height', change(80n, 98n, { removed: logsOf(99n, 100n) })],
    ['an endpoint that lacks blocks which only a scan has read', change(80n, 98n)],
  ])('does not grow back by %s', (_, reread) => {
    const next = applyFollowChange(now, reread, 0n, window)
    const to = reread.head.number
    expect(next.requested).toEqual({ from: 90n, to })
    expect(next.coverage).toEqual({ verified: [{ from: 90n, to }], trimmed: [], pending: [], failed: [] })
    expect(shown(next)).toEqual(logsOf(90n, to).map((log) => log.blockNumber))
    expect(next.isComplete).toBe(true)
  })

  test('waits for its first block on a chain that restarted below it', () => {
    const live = applyFollowChange(LogsSnapshot.empty, change(80n, 90n), 0n)
    const lower = { ...change(80n, 90n, { logs: [], removed: logsOf(80n, 90n) }) }
    const next = applyFollowChange(live, { ...lower, head: { number: 62n, hash: hash(62n, 1) } }, 0n).ended()
    expect(shown(next)).toEqual([])
    expect(next.coverage).toMatchObject({ verified: [], pending: [{ from: 80n, to: 80n }] })
    const isComplete = next.isComplete
    const { phase } = describeLogs({
      ...{ status: 'success', count: next.count, isComplete },
      ...{ coverage: next.coverage, head: next.head },
    })
    expect([isComplete, phase]).toEqual([false, 'awaiting'])
  })

  test('keeps final blocks that the only endpoint no longer shows', () => {
    const fallen = change(95n, 100n, { logs: [], removed: logsOf(95n, 100n) })
    const next = applyFollowChange(now, { ...fallen, head: { number: 91n, hash: hash(91n, 1) } }, 0n, window)
    expect(next.requested).toEqual({ from: 90n, to: 94n })
    expect(next.coverage.verified).toEqual([{ from: 90n, to: 94n }])
    expect(shown(next)).toEqual([90n, 91n, 92n, 93n, 94n])
  })
})

describe('a change', () => {
  const fieldsTo = (to: bigint) => ({
    ...LogsSnapshot.empty.fields,
    held: [{ segment: packLogs(logsOf(0n, to)), rows: undefined }],
    read: [{ from: 0n, to }],
    requested: { from: 0n, to },
    head: to,
  })

  test('takes the blocks that it has read again out of those of the archive', () => {
    const read = new LogsSnapshot({ ...fieldsTo(99n), archived: [{ from: 0n, to: 99n }] })
    const next = applyFollowChange(read, change(90n, 100n), 0n)
    expect(next.coverage.archived).toEqual([{ from: 0n, to: 89n }])
  })

  test('has read the pending blocks of its range', () => {
    const read = new LogsSnapshot({
      ...fieldsTo(99n),
      read: [{ from: 0n, to: 79n }],
      pending: [{ from: 80n, to: 99n }],
    })
    const { coverage } = applyFollowChange(read, change(90n, 100n), 0n)
    expect(coverage.verified).toEqual([
      { from: 0n, to: 79n },
      { from: 90n, to: 100n },
    ])
    expect(coverage.pending).toEqual([{ from: 80n, to: 89n }])
  })

  test('leaves a failed block right above a lower head out', () => {
    const error = UnreadBlocksError.of({ from: 95n, to: 99n }, refusal('a'))
    const read = new LogsSnapshot({
      ...fieldsTo(99n),
      read: [{ from: 0n, to: 94n }],
      failed: [{ range: { from: 95n, to: 99n }, error }],
    })
    const failed = (head: bigint) =>
      applyFollowChange(read, change(90n, head), 0n).coverage.failed.map(({ range }) => range)
    expect(failed(94n)).toEqual([])
    expect(failed(93n)).toEqual([])
  })

  test('leaves an incomplete list with a limit its trimmed blocks', () => {
    const read = new LogsSnapshot({
      ...fieldsTo(99n),
      ...{ order: 'desc', limit: 10 },
      read: [{ from: 90n, to: 97n }],
      trimmedRead: [{ from: 0n, to: 89n }],
      pending: [{ from: 98n, to: 99n }],
      held: [{ segment: packLogs(logsOf(88n, 97n)), rows: undefined }],
    })
    const next = applyFollowChange(read, change(99n, 100n), 80n)
    expect([read.isComplete, next.isComplete]).toEqual([false, false])
    expect(next.coverage.trimmed).toEqual([{ from: 0n, to: 89n }])
    expect(next.coverage.pending).toEqual([{ from: 98n, to: 98n }])
  })

  test('starts pages over once all of them are above the head', () => {
    const paged = new LogsSnapshot({
      ...fieldsTo(99n),
      order: 'desc',
      held: [{ segment: packLogs(logsOf(50n, 99n)), rows: undefined }],
      read: [{ from: 50n, to: 99n }],
      requested: { from: 50n, to: 99n },
      pages: { from: 0n, starts: [50n] },
    })
    const to = (head: bigint) => applyFollowChange(paged, change(45n, head), 0n)
    expect(to(49n)).toBe(LogsSnapshot.empty)
    expect(to(50n).requested).toEqual({ from: 50n, to: 50n })
    expect(shown(to(50n))).toEqual([50n])
  })
})
