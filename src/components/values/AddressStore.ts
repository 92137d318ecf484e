import type { Address } from 'viem'
import { Listeners } from '../../base/Listeners.ts'
import { parseChainKey } from '../../logs/decode/valueByKey.ts'

/**
 * Looks up something about an address. `null` and `undefined` mean that nothing is known. `chainId` is the network of
 * the log, if its rows have one, as those of `useMultichainLogs` do.
 */
export type AddressResolver<value> = (
  address: Address,
  options: { readonly signal: AbortSignal; readonly chainId: number | undefined },
) => Promise<value | null | undefined> | value | null | undefined

// Addresses to remember at most.
const maxKnown = 5_000
// In milliseconds: results that arrive within this time cause one render.
const publishDelay = 20

/**
 * A resolver's results for addresses, each on its network (`chainKey`). Each address is looked up once, while it is
 * wanted; lookups of other addresses are aborted. A failed lookup is repeated once its address is wanted again.
 */
export class AddressStore<value> {
  #known: ReadonlyMap<string, value> = new Map()
  readonly #fresh = new Map<string, value>()
  readonly #unknown = new Set<string>()
  readonly #failed = new Set<string>()
  readonly #pending = new Map<string, AbortController>()
  readonly #listeners = new Listeners()
  readonly subscribe = this.#listeners.add
  readonly #isValid: (value: value) => boolean
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `isValid` rejects results that would break rendering: they may come from a contract. */
  constructor(isValid: (value: value) => boolean) {
    this.#isValid = isValid
  }

  /** Values by key. */
  readonly getKnown = (): ReadonlyMap<string, value> => this.#known

  /** Looks up these addresses, given as keys, and aborts the lookups of all others. */
  lookUpOnly(addresses: ReadonlySet<string>, resolve: AddressResolver<value>): void {
    for (const [address, controller] of this.#pending)
      if (!addresses.has(address)) {
        this.#pending.delete(address)
        controller.abort()
      }
    for (const address of this.#failed) if (!addresses.has(address)) this.#failed.delete(address)
    for (const address of addresses) if (!this.#isLookedUp(address)) void this.#lookUp(address, resolve)
  }

  /** Aborts all lookups. */
  stop(): void {
    for (const controller of this.#pending.values()) controller.abort()
    this.#pending.clear()
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#publish()
  }

  #isLookedUp(address: string): boolean {
    const all = [this.#known, this.#fresh, this.#unknown, this.#failed, this.#pending]
    return all.some((one) => one.has(address))
  }

  async #lookUp(key: string, resolve: AddressResolver<value>): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    const { address, chainId } = parseChainKey(key)
    this.#pending.set(key, controller)
    try {
      const value = await resolve(address as Address, { signal, chainId })
      if (signal.aborted) return
      if (value === null || value === undefined || !this.#isValid(value)) remember(this.#unknown, key)
      else {
        this.#fresh.set(key, value)
        this.#timer ??= setTimeout(() => this.#publish(), publishDelay)
      }
    } catch {
      // The address is then shown as it is.
      if (!signal.aborted) this.#failed.add(key)
    } finally {
      if (!signal.aborted) this.#pending.delete(key)
    }
  }

  #publish(): void {
    this.#timer = undefined
    if (this.#fresh.size === 0) return
    const all = [...this.#known, ...this.#fresh]
    this.#known = new Map(all.slice(-maxKnown))
    this.#fresh.clear()
    this.#listeners.notify()
  }
}

function remember(addresses: Set<string>, address: string): void {
  const [oldest] = addresses
  if (addresses.size >= maxKnown && oldest !== undefined) addresses.delete(oldest)
  addresses.add(address)
}
