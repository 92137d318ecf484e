import { Listeners } from '../base/Listeners.ts'
import { isCount, isObject } from '../base/unknownJson.ts'
import { QuotaExceededError } from '../errors/QuotaExceededError.ts'
import { systemClock, type Clock } from './Clock.ts'
import { openPageChannel, type BudgetChannel } from './openPageChannel.ts'

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
  /** Whether the server that forwards the calls refuses those beyond the quota: it cannot be ignored. */
  readonly enforced?: boolean | undefined
}

/** Counts JSON-RPC calls to one network per UTC day. */
export interface Budget {
  getStatus(): BudgetStatus
  subscribe(listener: () => void): () => void
  /** Ignores the quota until the day ends; with `false`, applies it again. */
  ignore(isIgnored?: boolean): void
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
  /** Calls `listener` when another process has changed the count; returns a function that unsubscribes it. */
  readonly subscribe?: ((listener: () => void) => () => void) | undefined
  /** Whether calls beyond the quota are refused, as by a server that counts them. @default false */
  readonly enforced?: boolean | undefined
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
/** The counts that this page could not store: pools that open later continue from them. */
const unstored = new Map<string, number>()

/**
 * A budget shared by the tabs of one origin. Each page stores its own count, and the sum applies: two pages that write at
 * once lose nothing.
 */
export function createBudget(options: BudgetOptions): Budget {
  const { network, quota, clock = systemClock } = options
  const storage = options.storage === undefined ? pageStorage() : options.storage
  const name = `topic0.calls.${network.id}`
  const channel = options.channel === undefined ? openPageChannel(name) : options.channel
  // All pools of a page store one count, so that opening many pools does not fill the storage.
  const sharesCount = options.page === undefined && options.channel === undefined && channel !== null
  /** Set where processes share one count. */
  const exclusively = methodOf(storage?.transaction)
  // In `localStorage`, an item of any name looks like a member.
  const enforced = storage?.enforced === true
  const page = options.page ?? (exclusively ? 'shared' : sharesCount ? thisPage : randomName())
  const stored = createCountStore(storage, `${name}.`, sharesCount ? unstored : new Map())
  const listeners = new Listeners()
  let ignored = false
  let status: BudgetStatus | undefined
  let today: number | undefined
  /** The calls of each page today. */
  let counts = new Map<string, number>()

  /** Today, in days since the epoch. On a new day, counting starts over. */
  function currentDay(): number {
    const day = Math.floor(clock.now() / dayLength)
    if (today === day) return day
    today = day
    ignored = false
    status = undefined
    counts = stored.load(day)
    return day
  }

  function used(): number {
    let sum = 0
    for (const count of counts.values()) sum += count
    return sum
  }

  /** Reads the counts of other processes. */
  function reload(day: number) {
    const before = used()
    counts = stored.load(day)
    if (used() !== before) status = undefined
  }

  function changed() {
    status = undefined
    listeners.notify()
  }

  function spend(calls: number, force: boolean) {
    const day = currentDay()
    if (exclusively) reload(day)
    const spent = used()
    if (quota !== undefined && !ignored && !force && spent + calls > quota)
      throw new QuotaExceededError(network.name, { used: spent, quota, resetsAt: endOf(day) })
    const count = (counts.get(page) ?? 0) + calls
    counts.set(page, count)
    stored.save(day, page, count)
    channel?.postMessage({ day: textOf(day), page, count })
    changed()
  }

  /** Takes over the count of another page, or of another pool of this page. */
  function receive(data: unknown) {
    if (!isCountMessage(data)) return
    const before = today
    const day = currentDay()
    if (data.day !== textOf(day) || (data.page === page && !sharesCount)) return
    // Counts only grow within a day: ignores messages that arrive late.
    const grew = data.count > (counts.get(data.page) ?? 0)
    if (grew) counts.set(data.page, data.count)
    if (grew || before !== day) changed()
  }

  currentDay()
  const unsubscribe = methodOf(storage?.subscribe)?.(changed)
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      receive(data)
    }

  return {
    getStatus() {
      const day = currentDay()
      if (exclusively) reload(day)
      const spent = used()
      status ??= {
        day: textOf(day),
        used: spent,
        quota,
        remaining: quota === undefined ? undefined : Math.max(0, quota - spent),
        resetsAt: endOf(day),
        ignored,
        ...(enforced && { enforced }),
      }
      return status
    },
    subscribe: listeners.add,
    ignore(isIgnored = true) {
      currentDay()
      ignored = isIgnored && !enforced
      changed()
    },
    spend(calls, { force = false } = {}) {
      if (exclusively) exclusively(() => spend(calls, force))
      else spend(calls, force)
    },
    close() {
      listeners.clear()
      unsubscribe?.()
      channel?.close()
    },
  }
}

/** A method that a storage may lack. */
function methodOf<method>(member: method): method | undefined {
  return typeof member === 'function' ? member : undefined
}

/** A day as `2026-11-21`. */
function textOf(day: number): string {
  return new Date(day * dayLength).toISOString().slice(0, 10)
}

function endOf(day: number): number {
  return (day + 1) * dayLength
}

/** Stores each page's count of a day in a record of its own; in `memory` if there is no storage, or it fails. */
function createCountStore(storage: BudgetStorage | null, prefix: string, memory: Map<string, number>) {
  const keyOf = (day: number, page: string) => `${prefix}${textOf(day)}.${page}`
  return {
    /** Every page's count of a day. Deletes the counts of past days. */
    load(day: number): Map<string, number> {
      const loaded = new Map<string, number>()
      try {
        const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')
        for (const key of keys) {
          if (!key.startsWith(prefix)) continue
          const page = key.slice(prefix.length + 11)
          const count = Number(storage?.getItem(key))
          const number = Date.parse(key.slice(prefix.length, prefix.length + 10)) / dayLength
          // Keeps adjacent days: a clock that is off by a day must not lose the count of the right day.
          if (!(Math.abs(number - day) <= 1)) storage?.removeItem(key)
          else if (number === day && isCount(count)) loaded.set(page, count)
        }
      } catch {
        // Without access to storage, only this page's calls are counted.
      }
      for (const [key, count] of memory) {
        const page = key.slice(prefix.length + 11)
        if (key === keyOf(day, page)) loaded.set(page, Math.max(count, loaded.get(page) ?? 0))
      }
      return loaded
    },
    save(day: number, page: string, count: number) {
      const key = keyOf(day, page)
      try {
        if (!storage) memory.set(key, count)
        storage?.setItem(key, String(count))
      } catch {
        // This page's count is lost when it closes.
        memory.set(key, count)
      }
    },
  }
}

function isCountMessage(data: unknown): data is { day: string; page: string; count: number } {
  if (!isObject(data)) return false
  const { day, page, count } = data
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

/** Does not use `crypto.randomUUID`, which pages without TLS lack. */
function randomName(): string {
  return `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`
}
