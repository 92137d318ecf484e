import type { LogRow } from '../Log.ts'

/**
 * Values by address in lower case, such as labels and token units; those of a single chain by `chainKey`. A map, so that
 * keys such as `__proto__` are harmless.
 */
export function addressMap<value>(
  values: Readonly<Record<string, value>> = {},
  byChain: Readonly<Record<number, Readonly<Record<string, value>>>> = {},
): ReadonlyMap<string, value> {
  const chains = Object.entries(byChain).flatMap(([chainId, ofChain]) =>
    Object.entries(ofChain).map(([address, value]) => [`${chainId}:${address}`, value] as const),
  )
  return new Map([...Object.entries(values), ...chains].map(([key, value]) => [key.toLowerCase(), value]))
}

/** The key of an address on the chain of a log: `3721:0x…` if the log has a chain id, else the address in lower case. */
export function chainKey(log: LogRow, address: string = log.address): string {
  const key = address.toLowerCase()
  return 'chainId' in log ? `${String(log.chainId)}:${key}` : key
}

/** The value of an address on the chain of a log. Not `valueByKey`: `address` may be any text of a log, colons included. */
export function chainValue<value>(
  values: ReadonlyMap<string, value>,
  log: LogRow,
  address: string = log.address,
): value | undefined {
  return values.get(chainKey(log, address)) ?? values.get(address.toLowerCase())
}
