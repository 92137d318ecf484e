import type { BudgetChannel } from './openPageChannel.ts'
import { QuotaExceededError } from '../errors/QuotaExceededError.ts'
import { systemClock, type Clock } from './Clock.ts'
import { openPageChannel } from './openPageChannel.ts'

/** What a budget stands at. The same object until something changes. */
export interface BudgetStatus {
  /** The UTC day it counts: `2026-11-21`. */
  readonly day: string
  /** JSON-RPC calls sent today, by all tabs together. */
  readonly used: number
  /** Calls allowed per day; `undefined` when they are not rationed. */
  readonly quota: number | undefined
  readonly remaining: number | undefined
  /** When the next day begins, in milliseconds since the epoch. */
  readonly resetsAt: number
  /** Whether the cap has been lifted for today. */
  readonly ignored: boolean
}

/** Counts JSON-RPC calls to one network per UTC day. */
export interface Budget {
  getStatus(): BudgetStatus
  subscribe(listener: () => void): () => void
  /** Lets calls pass the cap until the day ends, or no longer. */
  ignore(allowed?: boolean): void
  /**
   * Counts calls about to be sent.
   *
   * @throws {@link QuotaExceededError} when they would pass the cap; then nothing is counted.
   */
  spend(calls: number, options?: { force?: boolean | undefined }): void
  close(): void
}

/** Where a ledger is kept: `localStorage`, or anything like it. */
export type BudgetStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export interface BudgetOptions {
  network: { readonly id: number; readonly name: string }
  /** Calls per UTC day. @default unlimited */
  quota?: number | undefined
  clock?: Clock | undefined
  /** @default `localStorage` in a page, memory elsewhere */
  storage?: BudgetStorage | null | undefined
  /** @default a `BroadcastChannel` in a page, none elsewhere */
  channel?: BudgetChannel | null | undefined
  /** Tells this page's count from other pages'. @default random */
  page?: string | undefined
}

const dayLength = 86_400_000
const thisPage = randomName()

/**
 * A ledger shared by the tabs of one origin. Each page keeps its own count and the sum is what counts, so that two
 * pages writing at once lose nothing.
 */
export function createBudget(options: BudgetOptions): Budget {
  const { network, quota, clock = systemClock } = options
  const storage = options.storage === undefined ? pageStorage() : options.storage
  const prefix = `topic0.calls.${network.id}.`
  const channel =
    options.channel === undefined ? openPageChannel(`topic0.calls.${network.id}`) : options.channel
  // All that this page counts goes under one name, whoever of it does: a page that opens pool after pool stores one count.
  const isShared = options.page === undefined && options.channel === undefined && channel !== null
  const page = options.page ?? (isShared ? thisPage : randomName())
  const listeners = new Set<() => void>()
  let counts = new Map<string, number>()
  let ignored = false
  let status: BudgetStatus | undefined
  let day = ''
  /** The number of that day, since the epoch. */
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

  /** Reads every page's count of today and forgets those of days long past. */
  function load(): Map<string, number> {
    const loaded = new Map<string, number>()
    try {
      const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')
      for (const key of keys) {
        if (!key.startsWith(prefix)) continue
        const owner = key.slice(prefix.length + 11)
        const count = Number(storage?.getItem(key))
        const counted = Date.parse(key.slice(prefix.length, prefix.length + 10)) / dayLength
        // A clock that was a day off for a while must not cost the count of the true day.
        if (!(Math.abs(counted - (dayNumber ?? 0)) <= 1)) storage?.removeItem(key)
        else if (counted === dayNumber && isCount(count)) loaded.set(owner, count)
      }
    } catch {
      // A page may be forbidden to read its storage; then the count is this page's alone.
    }
    return loaded
  }

  function used(): number {
    let sum = 0
    for (const count of counts.values()) sum += count
    return sum
  }

  function changed() {
    status = undefined
    for (const listener of [...listeners]) listener()
  }

  today()
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const before = day
      if (!isNews(data) || data.day !== today() || (data.page === page && !isShared)) return
      // Counts only grow within a day; an older message must not take one back.
      const grew = data.count > (counts.get(data.page) ?? 0)
      if (grew) counts.set(data.page, data.count)
      if (grew || before !== day) changed()
    }

  return {
    getStatus() {
      today()
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
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    ignore(allowed = true) {
      today()
      ignored = allowed
      changed()
    },
    spend(calls, { force = false } = {}) {
      today()
      const spent = used()
      if (quota !== undefined && !ignored && !force && spent + calls > quota)
        throw new QuotaExceededError(network.name, {
          used: spent,
          quota,
          resetsAt: Date.parse(`${day}T00:00:00Z`) + dayLength,
        })
      const count = (counts.get(page) ?? 0) + calls
      counts.set(page, count)
      try {
        storage?.setItem(`${prefix}${day}.${page}`, String(count))
      } catch {
        // A full or forbidden storage costs only the memory of this page's count.
      }
      channel?.postMessage({ day, page, count })
      changed()
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

function isNews(data: unknown): data is { day: string; page: string; count: number } {
  if (typeof data !== 'object' || data === null) return false
  const { day, page, count } = data as Record<string, unknown>
  return typeof day === 'string' && typeof page === 'string' && page.length <= 64 && isCount(count)
}

function pageStorage(): BudgetStorage | null {
  if (typeof window === 'undefined') return null
  try {
    return window.localStorage
  } catch {
    return null
  }
}

/** Not by `crypto.randomUUID`, which pages without TLS do not have. */
function randomName(): string {
  return `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`
}
