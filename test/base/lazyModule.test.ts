import { beforeEach, expect, test, vi } from 'vitest'
import { lazyModule } from '../../src/base/lazyModule.ts'
import { ModuleLoadError } from '../../src/errors/ModuleLoadError.ts'

beforeEach(() => vi.useFakeTimers())

const offline = new TypeError('Failed to fetch dynamically imported module')

test('is loaded once, when first needed', async () => {
  const importModule = vi.fn<() => Promise<string>>(() => Promise.resolve('code'))
  const lazy = lazyModule(importModule)
  expect(importModule).not.toHaveBeenCalled()
  expect(lazy.loaded()).toBe(undefined)
  expect(await Promise.all([lazy.load(), lazy.load()])).toEqual(['code', 'code'])
  expect(lazy.loaded()).toBe('code')
  expect(await lazy.load()).toBe('code')
  expect(importModule).toHaveBeenCalledTimes(1)
})

test('a failure is tried again before it counts', async () => {
  const importModule = vi.fn<() => Promise<string>>()
  importModule.mockRejectedValueOnce(offline).mockRejectedValueOnce(offline).mockResolvedValue('code')
  const lazy = lazyModule(importModule)
  const loading = lazy.load()
  await vi.runAllTimersAsync()
  expect(await loading).toBe('code')
  expect(importModule).toHaveBeenCalledTimes(3)
})

test('fails with advice, and the next call starts over', async () => {
  const importModule = vi.fn<() => Promise<string>>(() => Promise.reject(offline))
  const lazy = lazyModule(importModule)
  const failures = Promise.allSettled([lazy.load(), lazy.load()])
  await vi.runAllTimersAsync()
  for (const failure of await failures) {
    expect(failure).toMatchObject({ status: 'rejected', reason: { cause: offline } })
    expect((failure as PromiseRejectedResult).reason).toBeInstanceOf(ModuleLoadError)
  }
  expect(importModule).toHaveBeenCalledTimes(3)
  expect(lazy.loaded()).toBe(undefined)

  importModule.mockResolvedValue('code')
  expect(await lazy.load()).toBe('code')
})

test('calls subscribers once it is loaded', async () => {
  const importModule = vi.fn<() => Promise<string>>().mockRejectedValueOnce(offline).mockResolvedValue('code')
  const lazy = lazyModule(importModule)
  const listener = vi.fn<() => void>()
  const other = vi.fn<() => void>()
  lazy.subscribe(listener)
  lazy.subscribe(other)()
  expect(importModule).not.toHaveBeenCalled()
  const loading = lazy.load()
  await vi.advanceTimersByTimeAsync(0)
  expect(listener).not.toHaveBeenCalled()
  await vi.runAllTimersAsync()
  await loading
  expect(listener).toHaveBeenCalledTimes(1)
  expect(other).not.toHaveBeenCalled()
})

test('a module that failed is loaded again with the next other one', async () => {
  const importModule = vi.fn<() => Promise<string>>(() => Promise.reject(offline))
  const lazy = lazyModule(importModule)
  const failure = lazy.load().catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await failure).toBeInstanceOf(ModuleLoadError)
  importModule.mockResolvedValue('code')
  const other = lazyModule(() => Promise.resolve('other'))
  await other.load()
  await vi.runAllTimersAsync()
  expect(lazy.loaded()).toBe('code')
})
