import { valueStrings } from './valueStrings.ts'

/** Texts of decoded values and their units. */
export const decodedStrings = {
  ...valueStrings,
  showAll: (count: string) => `Show all ${count}`,
  showLess: 'Show less',
  characters: (count: string) => `${count} characters`,
  hashed: 'hash',
  hashedHelp: 'Only the keccak-256 hash of this value is on the chain.',
  emptyText: 'empty',
  emptyList: 'empty list',
  unitOf: (argument: string) => `Unit of ${argument}`,
  rawUnit: 'smallest unit',
  decimals: (count: number) => (count === 1 ? '1 decimal' : `${count} decimals`),
}
