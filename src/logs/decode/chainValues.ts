import type { LogRow } from '../Log.ts'
import type { TokenUnit } from './TokenUnit.ts'

type TokenUnits = Readonly<Record<string, TokenUnit>>

/** The key of an address on the network of a log: with its chain id, if the log is one of several networks. */
export function chainKey(log: LogRow, address: string = log.address): string {
  const key = address.toLowerCase()
  return 'chainId' in log ? `${String(log.chainId)}:${key}` : key
}

/** The chain id and the address of such a key. */
export function parseChainKey(key: string): { chainId: number | undefined; address: string } {
  const [address = '', chainId] = key.split(':').toReversed()
  return { chainId: chainId === undefined ? undefined : Number(chainId), address }
}

/** The value of an address: that of the log's network, if there is one, else that of all networks. */
export function chainValue<value>(
  values: ReadonlyMap<string, value>,
  log: LogRow,
  address: string = log.address,
): value | undefined {
  return values.get(chainKey(log, address)) ?? values.get(address.toLowerCase())
}

/** Units by address in lower case, and those of one network by chain id and address. */
export function tokenMap(
  tokens: TokenUnits = {},
  byChain: Readonly<Record<number, TokenUnits>> = {},
): ReadonlyMap<string, TokenUnit> {
  const chains = Object.entries(byChain).flatMap(([chainId, units]) =>
    Object.entries(units).map(([address, unit]) => [`${chainId}:${address}`, unit] as const),
  )
  return new Map([...Object.entries(tokens), ...chains].map(([key, unit]) => [key.toLowerCase(), unit]))
}
