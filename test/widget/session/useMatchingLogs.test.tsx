import { act, renderHook } from '@testing-library/react'
import { StrictMode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { matchesWhere } from '../../../src/logs/analyze/matchesWhere.ts'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import type { Coverage } from '../../../src/logs/Coverage.ts'
import { createDecoder } from '../../../src/logs/decode/createDecoder.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import { createLogList } from '../../../src/logs/list/LogList.ts'
import { useMatchingLogs, type CoveredLogs } from '../../../src/widget/session/useMatchingLogs.ts'
import { randomLogs, transferEvent } from '../../support/randomLogs.ts'

// The clock advances 10 ms on each read: every step takes a whole slice.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
})

const decoder = createDecoder([transferEvent])
const segments = [1n, 2n].map((at) =>
  packLogs(
    randomLogs({ seed: 5, count: 10_000, addresses: 40 }).map((log) => ({
      ...log,
      blockNumber: log.blockNumber * at,
    })),
  ),
)
const large = [{ arg: 2, is: 'atLeast', values: [2n ** 63n] }] as const
const covered = (to: bigint): Coverage => ({
  verified: [{ from: 0n, to }],
  trimmed: [],
  pending: [],
  failed: [],
})
const known = (count: number): CoveredLogs => ({
  logs: createPackedLogList({ segments: segments.slice(0, count), decoder }),
  coverage: covered(BigInt(count)),
})
const nothing: CoveredLogs = { logs: createLogList([]), coverage: undefined }
const matching = ({ logs }: CoveredLogs) => logs.filter(({ decoded }) => matchesWhere(decoded, large))

function show(of: CoveredLogs) {
  return renderHook(({ of }) => useMatchingLogs(of, { where: large }, nothing), {
    initialProps: { of },
    wrapper: StrictMode,
  })
}
const runPortion = () => act(() => vi.advanceTimersToNextTimerAsync())
const runAll = () => act(() => vi.runAllTimersAsync())

test('has no result until the logs are matched, and yields to the page while matching', async () => {
  const { result } = show(known(1))
  expect(result.current).toMatchObject({ ...nothing, busy: true })
  await runPortion()
  expect(result.current.busy).toBe(true)
  expect(vi.getTimerCount()).toBe(1)
  await runAll()
  expect(result.current).toMatchObject({ coverage: covered(1n), busy: false })
  expect(result.current.logs.toArray()).toEqual(matching(known(1)))
})

test('matched logs keep their coverage while more are matched', async () => {
  const { result, rerender } = show(known(1))
  await runAll()
  const found = result.current.logs
  rerender({ of: known(2) })
  expect(result.current).toEqual({ logs: found, coverage: covered(1n), busy: true })
  await runAll()
  expect(result.current).toMatchObject({ coverage: covered(2n), busy: false })
  expect(result.current.logs.toArray()).toEqual(matching(known(2)))
})

test('coverage that grows alone is reported at once', async () => {
  const of = known(1)
  const { result, rerender } = show(of)
  await runAll()
  rerender({ of: { ...of, coverage: covered(9n) } })
  expect(result.current).toMatchObject({ coverage: covered(9n), busy: false })
})

test('few logs are matched before the first paint', () => {
  vi.spyOn(performance, 'now').mockReturnValue(0)
  const { result } = show(known(1))
  expect(result.current.busy).toBe(false)
  expect(result.current.logs.length).toBe(matching(known(1)).length)
})

test('without conditions the list is returned unchanged, without work', () => {
  const of = known(1)
  const { result } = renderHook(() => useMatchingLogs(of, {}, nothing))
  expect(result.current).toEqual({ ...of, busy: false })
  expect(vi.getTimerCount()).toBe(0)
})
