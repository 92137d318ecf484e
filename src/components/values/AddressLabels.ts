/** Names for addresses. Keys are case-insensitive. */
export type AddressLabels = Readonly<Record<string, string>>
