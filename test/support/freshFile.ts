import { vi } from 'vitest'

// Test files share a process, so that viem, React and jsdom load once. Each file still starts with fresh modules of ours, none of
// the timers of earlier files, and in the dom project with an empty page; `freshTest.ts` restores the rest after each test. Only
// `vi.mock` is left to the file that calls it: it ends with `vi.doUnmock`.
vi.resetModules()

const shared = globalThis as { startedTimers?: Set<WeakRef<NodeJS.Timeout>> }
shared.startedTimers ??= watchTimers()
for (const timer of shared.startedTimers) clearTimeout(timer.deref())
shared.startedTimers.clear()

/** Collects the timers that start from now on. */
function watchTimers() {
  const started = new Set<WeakRef<NodeJS.Timeout>>()
  const watched = <Start extends typeof setTimeout | typeof setInterval>(begin: Start) =>
    new Proxy(begin, {
      apply(_, self, given) {
        const timer = Reflect.apply(begin, self, given) as NodeJS.Timeout
        started.add(new WeakRef(timer))
        return timer
      },
    })
  globalThis.setTimeout = watched(setTimeout)
  globalThis.setInterval = watched(setInterval)
  return started
}

if (typeof document !== 'undefined') {
  history.replaceState(null, '', '/')
  document.title = ''
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
}
