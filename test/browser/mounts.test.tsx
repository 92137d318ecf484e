import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import '../../src/element.ts'
import { createLogsConfig, LogsProvider, useLogs } from '../../src/index.ts'
import { LogExplorer } from '../../src/widget.ts'
import { chain, localNetwork } from '../support/browserChain.ts'

/** More than twice `few`, so that a timer left behind by every second mount is noticed. `VITE_MOUNTS=200` mounts more often. */
const times = Number((import.meta.env as { readonly VITE_MOUNTS?: string }).VITE_MOUNTS) || 30
const timeout = 8_000 * times

/** Resources that a page holds, counted when acquired and when released. */
class Holdings {
  readonly listeners = new Set<string>()
  readonly timers = new Set<unknown>()
  readonly sockets = new Set<WebSocket>()
  readonly channels = new Set<BroadcastChannel>()
  readonly #undo: (() => void)[] = []

  constructor() {
    this.#watchListeners()
    this.#watchTimers('setTimeout', 'clearTimeout')
    this.#watchTimers('setInterval', 'clearInterval')
    this.#watchMade('WebSocket', this.sockets)
    this.#watchMade('BroadcastChannel', this.channels)
  }

  count() {
    return {
      listeners: this.listeners.size,
      timers: this.timers.size,
      sockets: [...this.sockets].filter(({ readyState }) => readyState < 2).length,
      channels: this.channels.size,
    }
  }

  restore() {
    for (const undo of this.#undo) undo()
  }

  #watchListeners() {
    const names = new WeakMap<object, number>()
    let last = 0
    const nameOf = (what: object) => {
      if (!names.has(what)) names.set(what, ++last)
      return names.get(what)!
    }
    for (const target of [window, document]) {
      // Whatever replaces it here: the test runner has its own on the window.
      const { addEventListener: add, removeEventListener: remove } = target
      const keyOf = (type: string, listener: object, options: unknown) => {
        const isCaptured =
          typeof options === 'object' ? (options as AddEventListenerOptions | null)?.capture : options
        return `${type} ${nameOf(target)} ${nameOf(listener)} ${String(isCaptured === true)}`
      }
      const watched: typeof window.addEventListener = (
        type: string,
        listener: unknown,
        options?: unknown,
      ) => {
        add.call(target, type, listener as EventListener, options as AddEventListenerOptions)
        if (typeof listener !== 'function' && (typeof listener !== 'object' || !listener)) return
        const key = keyOf(type, listener, options)
        this.listeners.add(key)
        const { signal } = (typeof options === 'object' ? options : {}) as AddEventListenerOptions
        signal?.addEventListener('abort', () => this.listeners.delete(key))
      }
      const ended: typeof window.removeEventListener = (
        type: string,
        listener: unknown,
        options?: unknown,
      ) => {
        remove.call(target, type, listener as EventListener, options as AddEventListenerOptions)
        if (listener) this.listeners.delete(keyOf(type, listener, options))
      }
      Object.assign(target, { addEventListener: watched, removeEventListener: ended })
      this.#undo.push(() => Object.assign(target, { addEventListener: add, removeEventListener: remove }))
    }
  }

  #watchTimers(start: 'setTimeout' | 'setInterval', stop: 'clearTimeout' | 'clearInterval') {
    const { [start]: begin, [stop]: end } = window
    const { timers } = this
    const watched = (run: (...given: unknown[]) => void, milliseconds?: number, ...rest: unknown[]) => {
      const timer: unknown = begin(
        (...given: unknown[]) => {
          if (start === 'setTimeout') timers.delete(timer)
          run(...given)
        },
        milliseconds,
        ...rest,
      )
      timers.add(timer)
      return timer
    }
    const ended = (timer: number) => {
      timers.delete(timer)
      end(timer)
    }
    Object.assign(window, { [start]: watched, [stop]: ended })
    this.#undo.push(() => Object.assign(window, { [start]: begin, [stop]: end }))
  }

  #watchMade(name: 'WebSocket' | 'BroadcastChannel', made: Set<unknown>) {
    const Original = window[name] as new (...given: unknown[]) => { close(): void }
    class Watched extends Original {
      constructor(...given: unknown[]) {
        super(...given)
        made.add(this)
      }
      override close() {
        made.delete(this)
        super.close()
      }
    }
    Object.assign(window, { [name]: Watched })
    this.#undo.push(() => Object.assign(window, { [name]: Original }))
  }
}

let holdings: Holdings
beforeEach(() => {
  holdings = new Holdings()
})
afterEach(() => {
  holdings.restore()
})

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Mounts repeatedly: the resources held after the last time equal those after the second. */
async function staysFlat(mount: (time: number) => Promise<() => void | Promise<void>>) {
  const once = async (time: number) => {
    const unmount = await mount(time)
    await frame()
    await unmount()
    await frame()
  }
  const settled = async () => {
    // Sockets close 30 s after their last use; nothing else waits for that long.
    await expect
      .poll(() => holdings.count().timers, { timeout: 60_000, interval: 500 })
      .toBeLessThanOrEqual(few)
    return { ...holdings.count(), kept: localStorage.length }
  }
  for (let time = 0; time < 3; time++) await once(time)
  const before = await settled()
  for (let time = 0; time < times; time++) await once(time)
  const after = await settled()
  expect(after.listeners).toBeLessThanOrEqual(before.listeners)
  expect(after.channels).toBeLessThanOrEqual(before.channels)
  expect(after.sockets).toBeLessThanOrEqual(before.sockets)
  expect(after.kept).toBeLessThanOrEqual(before.kept + 1)
  return after
}
/** Timers of the test runner and of the garbage collection of react-query, one per query. */
const few = 12

test(
  'mounting the element repeatedly leaks nothing',
  async () => {
    await staysFlat(async (time) => {
      const element = document.createElement('log-explorer')
      element.setAttribute('network', String(chain.chainId))
      element.setAttribute('rpc', `${chain.http} ${chain.webSocket}`)
      element.toggleAttribute('live', time % 2 === 0)
      document.body.append(element)
      await expect.poll(() => element.shadowRoot?.querySelector('[role="grid"]')).toBeTruthy()
      return () => element.remove()
    })
  },
  timeout,
)

test(
  'mounting the explorer repeatedly leaks nothing',
  async () => {
    await staysFlat(async () => {
      const config = createLogsConfig({ networks: [localNetwork({ webSocket: chain.webSocket })] })
      const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: 0 } } })
      const screen = await render(
        <QueryClientProvider client={queryClient}>
          <LogExplorer config={config} defaultLive />
        </QueryClientProvider>,
      )
      await expect.poll(() => document.querySelector('[role="grid"]')).toBeTruthy()
      return () => screen.unmount()
    })
  },
  timeout,
)

function Live() {
  const logs = useLogs({ fromBlock: 1_100n, live: true })
  return <p>{logs.status}</p>
}

test(
  'mounting useLogs repeatedly leaks nothing',
  async () => {
    const config = createLogsConfig({ networks: [localNetwork({ webSocket: chain.webSocket })] })
    const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: 0 } } })
    await staysFlat(async () => {
      const screen = await render(
        <QueryClientProvider client={queryClient}>
          <LogsProvider config={config}>
            <Live />
          </LogsProvider>
        </QueryClientProvider>,
      )
      await expect.poll(() => document.querySelector('p')?.textContent).toBe('success')
      return () => screen.unmount()
    })
  },
  timeout,
)
