import { vi } from 'vitest'

/** Advances fake timers, by `step` milliseconds at a time, until the promise settles. If it never does, the test times out. */
export async function settle<value>(promise: Promise<value>, step = 50): Promise<value> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  promise.then(end, end)
  while (!isOver) await vi.advanceTimersByTimeAsync(step)
  return promise
}
