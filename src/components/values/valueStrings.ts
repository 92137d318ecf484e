import { uiStrings } from '../ui/uiStrings.ts'

/** Texts of addresses, hashes and times. */
export const valueStrings = {
  ...uiStrings,
  address: 'address',
  hash: 'hash',
  unnamed: 'unnamed',
}
