import { expect, test, vi } from 'vitest'
import { Listeners, oncePerTick } from '../../src/base/Listeners.ts'
import { DailyBudget } from '../../src/rpc/DailyBudget.ts'
import { catchUncaught } from '../support/catchUncaught.ts'

test('an error of a listener is uncaught, and reaches neither the caller nor other listeners', async () => {
  const uncaught = catchUncaught()
  const budget = new DailyBudget({ network: { id: 1, name: 'One' }, storage: null, channel: null })
  const other = vi.fn()
  budget.subscribe(() => {
    throw new Error('of the app')
  })
  budget.subscribe(other)
  budget.spend(1)
  expect(other).toHaveBeenCalledOnce()
  await Promise.resolve()
  expect(uncaught).toMatchObject([{ message: 'of the app' }])
})

test('listeners may add and remove others while they are called', () => {
  const listeners = new Listeners<number>()
  const later = vi.fn()
  const other = vi.fn()
  const stop = listeners.add(() => {
    listeners.add(later)
    stop()
  })
  listeners.add(other)
  listeners.notify(1)
  expect(other.mock.calls).toEqual([[1]])
  expect(later).not.toHaveBeenCalled()
  expect(listeners.size).toBe(2)
})

test('oncePerTick runs once for all calls of a tick, and again in the next one', async () => {
  const run = vi.fn()
  const soon = oncePerTick(run)
  soon()
  soon()
  expect(run).not.toHaveBeenCalled()
  await Promise.resolve()
  expect(run).toHaveBeenCalledTimes(1)
  soon()
  await Promise.resolve()
  expect(run).toHaveBeenCalledTimes(2)
})

test('a source starts with the first listener, and stops once after the last one', () => {
  const calls: string[] = []
  const listeners = new Listeners(() => {
    calls.push('start')
    return () => calls.push('stop')
  })
  const stops = [listeners.add(() => {}), listeners.add(() => {})]
  expect(calls).toEqual(['start'])
  for (const stop of [...stops, ...stops]) stop()
  expect(calls).toEqual(['start', 'stop'])
  listeners.add(() => {})
  expect(calls).toEqual(['start', 'stop', 'start'])
})
