import { afterEach, vi } from 'vitest'

// Each test starts with real timers, functions and globals, and in a page with an empty storage. Registered before the hooks of
// test files and of `dom.ts`, so that it runs after them: what is still mounted ends as it began.
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  if (typeof document === 'undefined') return
  localStorage.clear()
  sessionStorage.clear()
})
