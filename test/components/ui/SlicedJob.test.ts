import { act, renderHook } from '@testing-library/react'
import { useEffect } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { chainOrder } from '../../../src/components/LogTable/model/chainOrder.ts'
import type { RowOrder } from '../../../src/components/LogTable/model/RowOrder.ts'
import { SlicedJob } from '../../../src/components/ui/SlicedJob.ts'
import { useSlicedJob } from '../../../src/components/ui/useSlicedJob.ts'
import { collectGarbage } from '../../support/collectGarbage.ts'
import { makeRow } from '../makeRow.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

/** Work in `steps` slices, each longer than a frame allows; and how many were done. */
function work(steps: number) {
  const logs = [makeRow(steps)]
  const done = { steps: 0 }
  function* start(): Generator<void, RowOrder> {
    for (; done.steps < steps; done.steps++) {
      vi.advanceTimersByTime(10)
      yield
    }
    return chainOrder(logs, 'asc')
  }
  return { logs, start, done }
}

test('yields to the page between slices, and notifies when all is done', async () => {
  const job = new SlicedJob<RowOrder>()
  const heard = vi.fn<() => void>()
  job.subscribe(heard)
  const { logs, start, done } = work(5)
  job.request({ logs, key: 'a', start })
  expect(done.steps).toBeLessThan(3)
  expect(heard).not.toHaveBeenCalled()
  await vi.runAllTimersAsync()
  expect(done.steps).toBe(5)
  expect(heard).toHaveBeenCalledOnce()
  expect(job.result).toMatchObject({ logs, key: 'a' })
})

test('logs that keep arriving do not prevent completion; the newest are processed last', async () => {
  const job = new SlicedJob<RowOrder>()
  const results: unknown[] = []
  job.subscribe(() => results.push(job.result?.logs))
  const [first, second, third] = [work(5), work(5), work(5)]
  for (const { logs, start } of [first, second, third]) job.request({ logs, key: 'a', start })
  await vi.runAllTimersAsync()
  expect(results).toEqual([first.logs, third.logs])
  expect(second.done.steps).toBe(0)
})

test('while logs keep arriving, earlier results do not stay in memory', async () => {
  vi.useRealTimers()
  const job = new SlicedJob<object>()
  const results: WeakRef<object>[] = []
  function request(count: number) {
    function* start(): Generator<void, object> {
      yield
      // The last one does not end.
      while (count === 5) yield
      request(count + 1)
      const value = {}
      results.push(new WeakRef(value))
      return value
    }
    job.request({ logs: [], key: 'a', start })
  }
  request(0)
  await new Promise((resolve) => setImmediate(resolve))
  collectGarbage()
  const kept = results.filter((one) => one.deref()).length
  job.stop()
  expect(results).toHaveLength(5)
  // The last one is the result.
  expect(kept).toBe(1)
})

test('another input cancels the running job', async () => {
  const job = new SlicedJob<RowOrder>()
  const [first, second] = [work(5), work(5)]
  job.request({ logs: first.logs, key: 'a', start: first.start })
  job.request({ logs: second.logs, key: 'b', start: second.start })
  await vi.runAllTimersAsync()
  expect(first.done.steps).toBeLessThan(5)
  expect(job.result).toMatchObject({ logs: second.logs, key: 'b' })
})

test('sends no notification after it was stopped', async () => {
  const job = new SlicedJob<RowOrder>()
  const heard = vi.fn<() => void>()
  job.subscribe(heard)
  const { logs, start, done } = work(5)
  job.request({ logs, key: 'a', start })
  job.stop()
  await vi.runAllTimersAsync()
  expect(heard).not.toHaveBeenCalled()
  expect(done.steps).toBeLessThan(5)
  expect(job.result).toBeUndefined()
})

test('back at the input of the result, what was requested meanwhile does not replace it', async () => {
  const job = new SlicedJob<RowOrder>()
  const [first, second] = [work(1), work(5)]
  const request = (key: string, { logs, start }: typeof first) => job.request({ logs, key, start })
  request('a', first)
  await vi.runAllTimersAsync()
  request('b', second)
  request('a', first)
  await vi.runAllTimersAsync()
  expect(job.result).toMatchObject({ logs: first.logs, key: 'a' })
  expect(second.done.steps).toBeLessThan(5)
})

test('what a computation throws is thrown to the component that waits for it', async () => {
  const logs = [makeRow(1)]
  function* start(): Generator<void, RowOrder> {
    vi.advanceTimersByTime(10)
    yield
    throw new Error('The log cannot be read.')
  }
  renderHook(() => {
    const { job } = useSlicedJob<RowOrder>()
    useEffect(() => job.request({ logs, key: 'a', start }), [job])
  })
  await expect(act(() => vi.runAllTimersAsync())).rejects.toThrow('The log cannot be read.')
})
