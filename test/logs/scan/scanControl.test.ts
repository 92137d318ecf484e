import { beforeEach, describe, expect, test, vi } from 'vitest'
import { logId } from '../../../src/logs/order.ts'
import { createScanControl } from '../../../src/logs/scan/createScanControl.ts'
import { readHistory } from '../../../src/logs/scan/readHistory.ts'
import { type ScanOptions } from '../../../src/logs/scan/ScanOptions.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode } from '../../support/fakeNode.ts'
import { readAll } from '../../support/readAll.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

const reads = 200

/** A scan of two hundred chunks over a node that takes 100 ms a call. */
function setUp({ dailyQuota = 1_000_000 } = {}) {
  const node = createFakeNode({ blocks: 10_000, logsPerBlock: 1, latency: 100 })
  node.faults.maxBlockRange = 50
  const client = clientOf(node, { dailyQuota, finality: 20 })
  const control = createScanControl()
  const abort = new AbortController()
  const query = { toBlock: 9_999n }
  const ids: string[] = []
  const verified: bigint[] = []
  const start = async (options: ScanOptions = {}) => {
    for await (const event of readHistory(client, query, { ...options, control, signal: abort.signal })) {
      if (event.type !== 'logs') continue
      verified.push(event.range.to)
      ids.push(...event.logs.map(logId))
    }
  }
  return { node, client, control, abort, ids, verified, start, truth: () => node.chain.logs().map(logId) }
}

describe('a paused scan', () => {
  test('starts no read, finishes those in flight, and loses nothing', async () => {
    const { node, control, start, ids, verified, truth } = setUp()
    const done = start()
    while (verified.length < 3) await vi.advanceTimersByTimeAsync(50)
    control.pause()
    // Reads queued at the endpoint are in flight as well.
    await vi.advanceTimersByTimeAsync(1_000)
    const sent = node.calls.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(node.calls.length).toBe(sent)
    // Calls in flight have arrived, and their logs were yielded.
    expect(node.callsOf('eth_getLogs').length).toBeLessThan(reads)
    expect(ids.length).toBeGreaterThan(0)
    expect(ids).toEqual(truth().slice(0, ids.length))
    const before = ids.length
    control.resume()
    await vi.advanceTimersByTimeAsync(60_000)
    await done
    expect(ids.length).toBeGreaterThan(before)
    expect(ids).toEqual(truth())
  })

  test('sends nothing when paused from the start', async () => {
    const { node, control, start, ids, truth } = setUp()
    control.pause()
    const done = start()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(node.calls).toEqual([])
    control.resume()
    await vi.advanceTimersByTimeAsync(60_000)
    await done
    expect(ids).toEqual(truth())
  })

  test.each([0, 3])('can be aborted after %i chunks', async (chunks) => {
    const { node, control, abort, start, verified } = setUp()
    if (chunks === 0) control.pause()
    const ended = start().catch((error: unknown) => error)
    while (verified.length < chunks) await vi.advanceTimersByTimeAsync(50)
    control.pause()
    await vi.advanceTimersByTimeAsync(60_000)
    const sent = node.calls.length
    abort.abort(new Error('enough'))
    expect(await ended).toEqual(new Error('enough'))
    control.resume()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(node.calls.length).toBe(sent)
  })

  test('sends no more requests than a scan that was never paused', async () => {
    const steady = setUp()
    const whole = steady.start()
    await vi.advanceTimersByTimeAsync(60_000)
    await whole
    const { node, control, start, ids, truth } = setUp()
    const done = start()
    for (let turn = 0; turn < 200; turn++) {
      if (turn % 2 === 0) control.pause()
      else control.resume()
      await vi.advanceTimersByTimeAsync(30)
    }
    await vi.advanceTimersByTimeAsync(60_000)
    await done
    expect(ids).toEqual(truth())
    expect(node.callsOf('eth_getLogs').length).toBe(steady.node.callsOf('eth_getLogs').length)
  })
})

describe('a scan that may exceed the budget', () => {
  test.each(['from the start', 'by its control', 'in the middle'] as const)(
    'when it is allowed %s reads on, and no other scan does',
    async (when) => {
      const { node, control, client, ids, start, truth } = setUp({ dailyQuota: 150 })
      if (when === 'by its control') control.ignoreBudget()
      const done = start({ ignoreBudget: when === 'from the start' })
      if (when === 'in the middle') {
        while (ids.length < 1) await vi.advanceTimersByTimeAsync(50)
        control.pause()
        await vi.advanceTimersByTimeAsync(10_000)
        control.ignoreBudget()
        control.resume()
      }
      await vi.advanceTimersByTimeAsync(60_000)
      await done
      expect(ids).toEqual(truth())
      expect(node.calls.length).toBeGreaterThan(reads)
      const sent = node.calls.length
      const { budget, request } = getPool(client)
      expect(budget.getStatus()).toMatchObject({ used: sent, remaining: 0, ignored: false })
      const refused = request({ method: 'eth_blockNumber' }).catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(1)
      expect(await refused).toMatchObject({ name: 'QuotaExceededError' })
      expect(node.calls.length).toBe(sent)
    },
  )

  test('is the only one: another over the same pool stops at the cap', async () => {
    const { node, client, ids, start } = setUp({ dailyQuota: 60 })
    const done = start({ ignoreBudget: true })
    while (ids.length < 3_000) await vi.advanceTimersByTimeAsync(50)
    const sent = node.calls.length
    expect(sent).toBeGreaterThan(60)
    const other = { address: node.chain.contracts[0]!, toBlock: 50n }
    const refused = readAll(client, other).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    await done
    expect(await refused).toMatchObject({ name: 'QuotaExceededError' })
    expect(ids).toEqual(node.chain.logs().map(logId))
  })
})

test('listeners are notified of changes only, and never after unsubscribing', () => {
  const control = createScanControl()
  const heard: boolean[] = []
  const stop = control.subscribe(() => heard.push(control.isPaused()))
  control.resume()
  control.pause()
  control.pause()
  control.resume()
  stop()
  control.pause()
  expect(heard).toEqual([true, false])
})
