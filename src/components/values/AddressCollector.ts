import { chainKey } from '../../logs/decode/addressMap.ts'
import { isAmount } from '../../logs/decode/TokenUnit.ts'
import { valueByKey } from '../../logs/decode/valueByKey.ts'
import type { LogRow } from '../../logs/Log.ts'
import type { AddressKeys } from './AddressStores.ts'
import type { Lookups } from './useLookups.ts'

const addressPattern = /^0x[0-9a-f]{40}$/

/** Collects the addresses to look up: those without a given label, and the tokens of amounts without a given unit. */
export class AddressCollector implements AddressKeys {
  readonly labels = new Set<string>()
  readonly tokens = new Set<string>()
  readonly #given: Pick<Lookups, 'givenLabels' | 'givenTokens'>

  constructor(given: Pick<Lookups, 'givenLabels' | 'givenTokens'>) {
    this.#given = given
  }

  /** @param key - of `chainKey` */
  addAddress(key: string): void {
    if (valueByKey(this.#given.givenLabels, key) === undefined) this.labels.add(key)
  }

  /** @param key - of `chainKey` */
  addToken(key: string): void {
    if (valueByKey(this.#given.givenTokens, key) === undefined) this.tokens.add(key)
  }

  /** @param network - a log of the same network, for logs without a chain id */
  addLog(log: LogRow, network = log): void {
    const contract = chainKey(network, log.address)
    this.addAddress(contract)
    const { decoded } = log
    if (!decoded) return
    if (decoded.args.some((_, position) => isAmount(decoded, position))) this.addToken(contract)
    for (const { type, value } of decoded.args) {
      const hex = type === 'address' && typeof value === 'string' ? value.toLowerCase() : ''
      if (addressPattern.test(hex)) this.addAddress(chainKey(network, hex))
    }
  }
}
