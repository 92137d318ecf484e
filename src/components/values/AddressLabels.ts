/** Names for addresses. Capitals in the keys do not matter. */
export type AddressLabels = Readonly<Record<string, string>>

/** Labels by lower-case address: a map, so that no key, however strange, finds what was not put in. */
export function labelMap(labels: AddressLabels | undefined): ReadonlyMap<string, string> {
  return new Map(Object.entries(labels ?? {}).map(([address, label]) => [address.toLowerCase(), label]))
}
