import { chainKey, valueOf } from '../../logs/decode/chainValues.ts'
import { isAmount } from '../../logs/decode/TokenUnit.ts'
import type { LogRow } from '../../logs/Log.ts'
import type { Lookups } from './useLookups.ts'

const address = /^0x[0-9a-f]{40}$/

/**
 * The addresses in some logs that have no given label, and the tokens of amounts that have no given unit.
 *
 * @param network - a log of their network, if they do not say it themselves
 */
export function addressesIn(
  logs: Iterable<LogRow | undefined>,
  { givenLabels, givenTokens }: Pick<Lookups, 'givenLabels' | 'givenTokens'>,
  network?: LogRow,
): { labels: Set<string>; tokens: Set<string> } {
  const labels = new Set<string>()
  const tokens = new Set<string>()
  const want = (keys: Set<string>, key: string, given: ReadonlyMap<string, unknown>) => {
    if (valueOf(given, key) === undefined) keys.add(key)
  }
  for (const log of logs) {
    if (!log) continue
    const keyOf = (hex: string) => chainKey(network ?? log, hex)
    want(labels, keyOf(log.address), givenLabels)
    const { decoded } = log
    if (!decoded) continue
    const hasAmount = decoded.args.some((_, position) => isAmount(decoded, position))
    if (hasAmount) want(tokens, keyOf(log.address), givenTokens)
    for (const { type, value } of decoded.args) {
      const hex = type === 'address' && typeof value === 'string' ? value.toLowerCase() : ''
      if (address.test(hex)) want(labels, keyOf(hex), givenLabels)
    }
  }
  return { labels, tokens }
}
