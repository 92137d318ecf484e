import type { Address } from 'viem'
import { parseChainKey } from '../../logs/decode/chainValues.ts'

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
// In milliseconds: answers that arrive together cause one render.
const together = 20

/**
 * A resolver's results for addresses, each on its network (`chainKey`). Each address is looked up once, while it is
 * wanted; lookups of other addresses are aborted. A failed lookup is repeated when its address is wanted again.
 */
export class AddressStore<value> {
  #known: ReadonlyMap<string, value> = new Map()
  readonly #fresh = new Map<string, value>()
  readonly #unknown = new Set<string>()
  readonly #failed = new Set<string>()
  readonly #pending = new Map<string, AbortController>()
  readonly #listeners = new Set<() => void>()
  readonly #isValid: (value: value) => boolean
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `isValid` rejects results that would break rendering: they may come from a contract. */
  constructor(isValid: (value: value) => boolean) {
    this.#isValid = isValid
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Values by key. */
  readonly getKnown = (): ReadonlyMap<string, value> => this.#known

  /** Looks up addresses, given as keys, and aborts the lookups of all others. */
  want(addresses: ReadonlySet<string>, resolve: AddressResolver<value>): void {
    for (const [address, controller] of this.#pending)
      if (!addresses.has(address)) {
        this.#pending.delete(address)
        controller.abort()
      }
    for (const address of this.#failed) if (!addresses.has(address)) this.#failed.delete(address)
    for (const address of addresses) if (!this.#isSettled(address)) void this.#lookUp(address, resolve)
  }

  /** Aborts all lookups. */
  stop(): void {
    for (const controller of this.#pending.values()) controller.abort()
    this.#pending.clear()
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#publish()
  }

  #isSettled(address: string): boolean {
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
        this.#timer ??= setTimeout(() => this.#publish(), together)
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
    for (const listener of [...this.#listeners]) listener()
  }
}

function remember(addresses: Set<string>, address: string): void {
  const [oldest] = addresses
  if (addresses.size >= maxKnown && oldest !== undefined) addresses.delete(oldest)
  addresses.add(address)
}
