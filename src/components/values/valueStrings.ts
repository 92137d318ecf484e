import { uiStrings } from '../ui/uiStrings.ts'

/** Texts of addresses, hashes and decoded values. */
export const valueStrings = {
  ...uiStrings,
  address: 'address',
  hash: 'hash',
  showAll: (count: string) => `Show all ${count}`,
  showLess: 'Show less',
  characters: (count: string) => `${count} characters`,
  unnamed: 'unnamed',
  hashed: 'hash',
  hashedHelp: 'Only the keccak-256 hash of this value is on the chain.',
  emptyText: 'empty',
  emptyList: 'empty list',
  unitOf: (argument: string) => `Unit of ${argument}`,
  rawUnit: 'smallest unit',
  decimals: (count: number) => (count === 1 ? '1 decimal' : `${count} decimals`),
}
