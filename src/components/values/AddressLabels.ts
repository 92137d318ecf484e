/** Names for addresses. Capitals in the keys do not matter. */
export type AddressLabels = Readonly<Record<string, string>>
