import { isTokenUnit } from '../../logs/decode/isTokenUnit.ts'
import { maxSymbolLength, type TokenUnit } from '../../logs/decode/TokenUnit.ts'
import { parseChainKey } from '../../logs/decode/valueByKey.ts'
import { AddressStore, type AddressResolver } from './AddressStore.ts'

/** Addresses to look up, as keys of `chainKey`. */
export interface AddressKeys {
  readonly labels: ReadonlySet<string>
  readonly tokens: ReadonlySet<string>
}

export interface AddressResolvers {
  readonly resolveLabel?: AddressResolver<string> | undefined
  readonly resolveToken?: AddressResolver<TokenUnit> | undefined
}

// As long as a name in DNS. Contracts may return any text, and each row would show it.
const maxLabelLength = 255

/** The labels and token units that were looked up. */
export class AddressStores {
  readonly labels = new AddressStore<string>(
    (label: unknown) => isText(label, maxLabelLength) && label !== '',
  )
  readonly tokens = new AddressStore<TokenUnit>(
    (unit) => isText(unit.symbol, maxSymbolLength) && isTokenUnit(unit),
  )

  /** Looks up these addresses, and aborts the lookups of all others. */
  lookUpOnly({ labels, tokens }: AddressKeys, { resolveLabel, resolveToken }: AddressResolvers): void {
    if (resolveLabel) this.labels.lookUpOnly(labels, resolveLabel)
    if (resolveToken) this.tokens.lookUpOnly(tokens, resolveToken)
  }

  /** The given values, and those found for other addresses. */
  merge<value>(found: ReadonlyMap<string, value>, given: ReadonlyMap<string, value>) {
    if (found.size === 0) return given
    const others = [...found].filter(([key]) => !given.has(parseChainKey(key).address))
    return new Map([...others, ...given])
  }

  /** Aborts all lookups. */
  stop(): void {
    this.labels.stop()
    this.tokens.stop()
  }
}

function isText(value: unknown, maxLength: number): boolean {
  return typeof value === 'string' && value.length <= maxLength
}
