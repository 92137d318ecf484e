import { Listeners } from '../base/Listeners.ts'
import { QuotaExceededError } from '../errors/QuotaExceededError.ts'
import { systemClock, type Clock } from './Clock.ts'
import type { BudgetChannel } from './openPageChannel.ts'
import { openPageChannel } from './openPageChannel.ts'

/** The state of a budget. The same object until something changes. */
export interface BudgetStatus {
  /** The UTC day it counts: `2026-11-21`. */
  readonly day: string
  /** JSON-RPC calls sent today by all tabs. */
  readonly used: number
  /** Calls allowed per day; `undefined` if there is no limit. */
  readonly quota: number | undefined
  readonly remaining: number | undefined
  /** When the next UTC day begins, in milliseconds since the epoch. */
  readonly resetsAt: number
  /** Whether the quota is ignored for the rest of the day. */
  readonly ignored: boolean
}

/** Counts JSON-RPC calls to one network per UTC day. */
export interface Budget {
  getStatus(): BudgetStatus
  subscribe(listener: () => void): () => void
  /** Ignores the quota until the day ends; with `false`, applies it again. */
  ignore(allowed?: boolean): void
  /**
   * Counts calls before they are sent.
   *
   * @throws {@link QuotaExceededError} if they would exceed the quota; nothing is counted then.
   */
  spend(calls: number, options?: { force?: boolean | undefined }): void
  close(): void
}

/** Where counts are stored: `localStorage`, or anything with its interface. */
export type BudgetStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> & {
  /** Runs `work` while no other process can write: all of them then share one count. */
  readonly transaction?: (<result>(work: () => result) => result) | undefined
}

export interface BudgetOptions {
  network: { readonly id: number; readonly name: string }
  /** Calls per UTC day. @default unlimited */
  quota?: number | undefined
  clock?: Clock | undefined
  /** @default `localStorage` in a page, memory elsewhere */
  storage?: BudgetStorage | null | undefined
  /** @default a `BroadcastChannel` in a page, none elsewhere */
  channel?: BudgetChannel | null | undefined
  /** The name under which this page stores its count. @default random */
  page?: string | undefined
}

const dayLength = 86_400_000
const thisPage = randomName()

/**
 * A budget shared by the tabs of one origin. Each page stores its own count, and the sum applies: two pages that write at
 * once lose nothing.
 */
export function createBudget(options: BudgetOptions): Budget {
  const { network, quota, clock = systemClock } = options
  const storage = options.storage === undefined ? pageStorage() : options.storage
  const prefix = `topic0.calls.${network.id}.`
  const channel =
    options.channel === undefined ? openPageChannel(`topic0.calls.${network.id}`) : options.channel
  // All pools of a page share one stored count, so that opening many pools does not fill the storage.
  const isShared = options.page === undefined && options.channel === undefined && channel !== null
  const exclusively = storage?.transaction
  const page = options.page ?? (exclusively ? 'shared' : isShared ? thisPage : randomName())
  const listeners = new Listeners()
  let counts = new Map<string, number>()
  let ignored = false
  let status: BudgetStatus | undefined
  let day = ''
  /** Days since the epoch. */
  let dayNumber: number | undefined

  function today(): string {
    const now = clock.now()
    const number = Math.floor(now / dayLength)
    if (number !== dayNumber) {
      dayNumber = number
      day = new Date(now).toISOString().slice(0, 10)
      ignored = false
      status = undefined
      counts = load()
    }
    return day
  }

  /** Reads every page's count of today, and deletes those of past days. */
  function load(): Map<string, number> {
    const loaded = new Map<string, number>()
    try {
      const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')
      for (const key of keys) {
        if (!key.startsWith(prefix)) continue
        const owner = key.slice(prefix.length + 11)
        const count = Number(storage?.getItem(key))
        const counted = Date.parse(key.slice(prefix.length, prefix.length + 10)) / dayLength
        // Keeps adjacent days: a clock that is off by a day must not lose the count of the right day.
        if (!(Math.abs(counted - (dayNumber ?? 0)) <= 1)) storage?.removeItem(key)
        else if (counted === dayNumber && isCount(count)) loaded.set(owner, count)
      }
    } catch {
      // Without access to storage, only this page's calls are counted.
    }
    return loaded
  }

  function used(): number {
    let sum = 0
    for (const count of counts.values()) sum += count
    return sum
  }

  /** Reads the counts of other processes. */
  function reload() {
    const before = used()
    counts = load()
    if (used() !== before) status = undefined
  }

  function changed() {
    status = undefined
    listeners.notify()
  }

  function count(calls: number, force: boolean) {
    if (exclusively) reload()
    const spent = used()
    if (quota !== undefined && !ignored && !force && spent + calls > quota)
      throw new QuotaExceededError(network.name, {
        used: spent,
        quota,
        resetsAt: Date.parse(`${day}T00:00:00Z`) + dayLength,
      })
    const counted = (counts.get(page) ?? 0) + calls
    counts.set(page, counted)
    try {
      storage?.setItem(`${prefix}${day}.${page}`, String(counted))
    } catch {
      // Without storage, this page's count is lost when it closes.
    }
    channel?.postMessage({ day, page, count: counted })
    changed()
  }

  today()
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const before = day
      if (!isCountMessage(data) || data.day !== today() || (data.page === page && !isShared)) return
      // Counts only grow within a day: ignores messages that arrive late.
      const grew = data.count > (counts.get(data.page) ?? 0)
      if (grew) counts.set(data.page, data.count)
      if (grew || before !== day) changed()
    }

  return {
    getStatus() {
      today()
      if (exclusively) reload()
      const spent = used()
      status ??= {
        day,
        used: spent,
        quota,
        remaining: quota === undefined ? undefined : Math.max(0, quota - spent),
        resetsAt: Date.parse(`${day}T00:00:00Z`) + dayLength,
        ignored,
      }
      return status
    },
    subscribe: listeners.add,
    ignore(allowed = true) {
      today()
      ignored = allowed
      changed()
    },
    spend(calls, { force = false } = {}) {
      today()
      if (exclusively) exclusively(() => count(calls, force))
      else count(calls, force)
    },
    close() {
      listeners.clear()
      channel?.close()
    },
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isCountMessage(data: unknown): data is { day: string; page: string; count: number } {
  if (typeof data !== 'object' || data === null) return false
  const { day, page, count } = data as Record<string, unknown>
  return typeof day === 'string' && typeof page === 'string' && page.length <= 64 && isCount(count)
}

/** `localStorage`, if the page may use it. */
export function pageStorage(): BudgetStorage | null {
  if (typeof window === 'undefined') return null
  try {
    return window.localStorage
  } catch {
    return null
  }
}

/** Without `crypto.randomUUID`, which pages without TLS lack. */
function randomName(): string {
  return `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`
}
