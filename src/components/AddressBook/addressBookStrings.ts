import { commonStrings } from '../strings/commonStrings.ts'
import { errorStrings } from '../strings/errorStrings.ts'
import { valueStrings } from '../values/valueStrings.ts'

/** Texts of `AddressBook`. */
export const addressBookStrings = {
  ...commonStrings,
  ...errorStrings,
  ...valueStrings,
  addressBook: 'Names and ABIs',
  addressBookHelp: 'Kept in this browser, for this network.',
  addressBookTemporary: 'Kept for this visit only: this browser has no room for them.',
  addressBookEmpty: 'Name an address, or paste the ABI of a contract to decode its logs.',
  addressBookJson: 'names and ABIs as JSON',
  addAddress: 'Add an address',
  editEntry: (name: string) => `Edit ${name}`,
  removeEntry: (name: string) => `Remove ${name}`,
  addressField: 'Address',
  addressName: 'Name',
  contractAbi: 'ABI',
  contractAbiHelp:
    'JSON, an artifact, a human-readable ABI or Solidity. It decodes logs and filters nothing.',
  eventCount: (count: string) => (count === '1' ? '1 event' : `${count} events`),
  abiReplaceHelp: (events: string) => `Has an ABI with ${events}. Paste another one to replace it.`,
  removeAbi: 'Remove the ABI',
  abiTooLarge: (kilobytes: string) => `This ABI is too large to keep: at most ${kilobytes} kB.`,
  nothingToKeep: 'Enter a name or an ABI.',
  saveEntry: 'Save',
}
