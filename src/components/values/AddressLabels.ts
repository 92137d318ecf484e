/** Names for addresses. Keys are case-insensitive. */
export type AddressLabels = Readonly<Record<string, string>>

/** Labels by lower-case address. A map, so that keys such as `__proto__` are harmless. */
export function labelMap(labels: AddressLabels | undefined): ReadonlyMap<string, string> {
  return new Map(Object.entries(labels ?? {}).map(([address, label]) => [address.toLowerCase(), label]))
}
