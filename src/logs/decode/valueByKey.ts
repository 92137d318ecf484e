import type { LogRow } from '../Log.ts'
import { chainValue } from './addressMap.ts'

/** The chain id and the address of a `chainKey`. */
export function parseChainKey(key: string): { chainId: number | undefined; address: string } {
  const [address = '', chainId] = key.split(':').toReversed()
  return { chainId: chainId === undefined ? undefined : Number(chainId), address }
}

/** The value of a `chainKey`: that of its chain, else that of all chains. */
export function valueByKey<value>(values: ReadonlyMap<string, value>, key: string): value | undefined {
  return values.get(key) ?? values.get(parseChainKey(key).address)
}

/** All values on the chain of a log, by address. */
export function valuesOn<value>(
  values: ReadonlyMap<string, value>,
  log: LogRow,
): Readonly<Record<string, value>> {
  const addresses = [...values.keys()].map((key) => parseChainKey(key).address)
  return Object.fromEntries(
    addresses.flatMap((address) => {
      const value = chainValue(values, log, address)
      return value === undefined ? [] : [[address, value] as const]
    }),
  )
}
