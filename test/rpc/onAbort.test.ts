import { expect, test, vi } from 'vitest'
import { onAbort } from '../../src/rpc/onAbort.ts'

test('calls each listener once when a shared signal fires, except those that unsubscribed', () => {
  const controller = new AbortController()
  const listen = vi.spyOn(controller.signal, 'addEventListener')
  const [first, second, third] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()]
  onAbort(controller.signal, first)
  onAbort(controller.signal, second)
  onAbort(controller.signal, third)()
  expect(listen).toHaveBeenCalledOnce()
  controller.abort()
  controller.abort()
  expect(first).toHaveBeenCalledOnce()
  expect(second).toHaveBeenCalledOnce()
  expect(third).not.toHaveBeenCalled()
})

test('a signal that has already fired calls back once the caller can unsubscribe', async () => {
  const [heard, stopped, never] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()]
  onAbort(AbortSignal.abort(), heard)
  onAbort(AbortSignal.abort(), stopped)()
  onAbort(undefined, never)
  expect(heard).not.toHaveBeenCalled()
  await Promise.resolve()
  expect(heard).toHaveBeenCalledOnce()
  expect(stopped).not.toHaveBeenCalled()
  expect(never).not.toHaveBeenCalled()
})
