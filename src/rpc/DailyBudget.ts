import { Listeners } from '../base/Listeners.ts'
import { isCount, isObject } from '../base/unknownJson.ts'
import { QuotaExceededError } from '../errors/QuotaExceededError.ts'
import type { Budget, BudgetStatus, BudgetStorage } from './Budget.ts'
import { systemClock, type Clock } from './Clock.ts'
import { CountStore, dayLength, dayText } from './CountStore.ts'
import { openPageChannel, type BudgetChannel } from './openPageChannel.ts'

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

const thisPage = randomName()
/** The counts that this page could not store: pools that open later continue from them. */
const unstored = new Map<string, number>()

/**
 * A budget shared by the tabs of one origin. Each page stores its own count, and the sum applies: two pages that write at
 * once lose nothing.
 */
export class DailyBudget implements Budget {
  readonly #network: BudgetOptions['network']
  readonly #quota: number | undefined
  readonly #clock: Clock
  readonly #channel: BudgetChannel | null
  /** All pools of a page store one count, so that opening many pools does not fill the storage. */
  readonly #sharesCount: boolean
  /** Set where processes share one count. */
  readonly #exclusively: BudgetStorage['transaction']
  readonly #isEnforced: boolean
  /** The name under which its count is stored. */
  readonly #page: string
  readonly #stored: CountStore
  readonly #unsubscribe: (() => void) | undefined
  readonly #listeners = new Listeners()
  #isIgnored = false
  #status: BudgetStatus | undefined
  #today: number | undefined
  /** The calls of each page today. */
  #counts = new Map<string, number>()

  constructor(options: BudgetOptions) {
    const { network, quota, clock = systemClock } = options
    const storage = options.storage === undefined ? pageStorage() : options.storage
    const name = `topic0.calls.${network.id}`
    const channel = options.channel === undefined ? openPageChannel(name) : options.channel
    const sharesCount = options.page === undefined && options.channel === undefined && channel !== null
    this.#network = network
    this.#quota = quota
    this.#clock = clock
    this.#channel = channel
    this.#sharesCount = sharesCount
    this.#exclusively = methodOf(storage?.transaction)
    // In `localStorage`, an item of any name looks like a member.
    this.#isEnforced = storage?.enforced === true
    this.#page = options.page ?? (this.#exclusively ? 'shared' : sharesCount ? thisPage : randomName())
    this.#stored = new CountStore(storage, `${name}.`, sharesCount ? unstored : new Map())
    this.#startDay()
    this.#unsubscribe = methodOf(storage?.subscribe)?.(() => this.#changed())
    if (channel) channel.onmessage = ({ data }: MessageEvent<unknown>) => this.#receive(data)
  }

  // Public methods are bound: hooks and apps pass them on.
  readonly subscribe = this.#listeners.add

  readonly getStatus = (): BudgetStatus => {
    const day = this.#startDay()
    if (this.#exclusively) this.#reload(day)
    const quota = this.#quota
    const used = this.#used()
    this.#status ??= {
      day: dayText(day),
      used,
      quota,
      remaining: quota === undefined ? undefined : Math.max(0, quota - used),
      resetsAt: endOf(day),
      ignored: this.#isIgnored,
      ...(this.#isEnforced && { enforced: true }),
    }
    return this.#status
  }

  readonly ignore = (isIgnored = true): void => {
    this.#startDay()
    this.#isIgnored = isIgnored && !this.#isEnforced
    this.#changed()
  }

  readonly spend = (calls: number, { force = false }: { force?: boolean | undefined } = {}): void => {
    if (this.#exclusively) this.#exclusively(() => this.#spend(calls, force))
    else this.#spend(calls, force)
  }

  readonly close = (): void => {
    this.#listeners.clear()
    this.#unsubscribe?.()
    this.#channel?.close()
  }

  /** Today, in days since the epoch. On a new day, counting starts over. */
  #startDay(): number {
    const day = Math.floor(this.#clock.now() / dayLength)
    if (this.#today === day) return day
    this.#today = day
    this.#isIgnored = false
    this.#status = undefined
    this.#counts = this.#stored.load(day)
    return day
  }

  #used(): number {
    let sum = 0
    for (const count of this.#counts.values()) sum += count
    return sum
  }

  /** Reads the counts of other processes. */
  #reload(day: number) {
    const before = this.#used()
    this.#counts = this.#stored.load(day)
    if (this.#used() !== before) this.#status = undefined
  }

  #changed() {
    this.#status = undefined
    this.#listeners.notify()
  }

  #spend(calls: number, force: boolean) {
    const day = this.#startDay()
    if (this.#exclusively) this.#reload(day)
    const quota = this.#quota
    const page = this.#page
    const used = this.#used()
    if (quota !== undefined && !this.#isIgnored && !force && used + calls > quota)
      throw new QuotaExceededError(this.#network.name, { used, quota, resetsAt: endOf(day) })
    const count = (this.#counts.get(page) ?? 0) + calls
    this.#counts.set(page, count)
    this.#stored.save(day, page, count)
    this.#channel?.postMessage({ day: dayText(day), page, count })
    this.#changed()
  }

  /** Takes over the count of another page, or of another pool of this page. */
  #receive(data: unknown) {
    if (!isCountMessage(data)) return
    const before = this.#today
    const day = this.#startDay()
    if (data.day !== dayText(day) || (data.page === this.#page && !this.#sharesCount)) return
    // Counts only grow within a day: ignores messages that arrive late.
    const grew = data.count > (this.#counts.get(data.page) ?? 0)
    if (grew) this.#counts.set(data.page, data.count)
    if (grew || before !== day) this.#changed()
  }
}

/** A method that a storage may lack. */
function methodOf<method>(member: method): method | undefined {
  return typeof member === 'function' ? member : undefined
}

function endOf(day: number): number {
  return (day + 1) * dayLength
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
