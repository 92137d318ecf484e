import { uiStrings } from '../ui/uiStrings.ts'

/** What addresses, hashes and decoded values say. */
export const valueStrings = {
  ...uiStrings,
  address: 'address',
  hash: 'hash',
  showAll: (count: string) => `Show all ${count}`,
  showLess: 'Show less',
  characters: (count: string) => `${count} characters`,
  unnamed: 'unnamed',
  hashed: 'hash',
  hashedHelp: 'The chain keeps only the keccak-256 hash of this value.',
  emptyText: 'empty',
  emptyList: 'empty list',
  unitOf: (argument: string) => `Unit of ${argument}`,
  rawUnit: 'smallest unit',
}
