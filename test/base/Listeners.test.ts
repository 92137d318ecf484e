import { expect, test, vi } from 'vitest'
import { Listeners, oncePerTick } from '../../src/base/Listeners.ts'

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
