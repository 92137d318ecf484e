import { valueStrings } from './valueStrings.ts'

/** Texts of decoded values and their units. */
export const decodedStrings = {
  ...valueStrings,
  showAll: (count: string) => `Show all ${count}`,
  /** Of text or lists that are too long to be shown whole. */
  showFirst: (count: string, all: string) => `Show the first ${count} of ${all}`,
  firstOf: (count: string, all: string) => `${count} of ${all}`,
  showLess: 'Show less',
  characters: (count: string) => `${count} characters`,
  hashed: 'hash',
  hashedHelp: 'Only the keccak-256 hash of this value is on the chain.',
  emptyText: 'empty',
  emptyList: 'empty list',
  unitOf: (argument: string) => `Unit of ${argument}`,
  rawUnit: 'raw',
  decimals: (count: number) => (count === 1 ? '1 decimal' : `${count} decimals`),
}
