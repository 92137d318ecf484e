import { vi } from 'vitest'

/** Collects what is thrown in microtasks during the test, as errors of an app's callbacks are. */
export function catchUncaught(): readonly unknown[] {
  const thrown: unknown[] = []
  const enqueue = queueMicrotask
  vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => {
    enqueue(() => {
      try {
        task()
      } catch (error) {
        thrown.push(error)
      }
    })
  })
  return thrown
}
