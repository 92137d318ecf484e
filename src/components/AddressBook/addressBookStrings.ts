import { commonStrings } from '../strings/commonStrings.ts'
import { errorStrings } from '../strings/errorStrings.ts'
import { panelTitles } from '../strings/panelTitles.ts'
import { decodedStrings } from '../values/decodedStrings.ts'

/** Texts of `AddressBook`. */
export const addressBookStrings = {
  ...commonStrings,
  ...errorStrings,
  ...decodedStrings,
  addressBook: panelTitles.addressBook,
  addressBookHelp: 'Kept in this browser, for this network.',
  addressBookTemporary: 'Kept for this visit only: this browser could not store them.',
  importEntries: 'Import',
  importHelp: 'Paste JSON from “Copy names and ABIs as JSON”. Entries of the same addresses are updated.',
  addressBookText: 'Names and ABIs as JSON',
  importNotJson: 'This is not JSON.',
  importNotAList: 'This is JSON, but not a list of entries.',
  importNothing: 'This list is empty.',
  importTooMany: (count: string, most: string) => `${count} entries are too many: at most ${most}.`,
  importInvalid: (at: string, field: 'address' | 'name' | 'abi' | 'token' | undefined) =>
    field === 'address'
      ? `Entry ${at} has no valid address.`
      : field === 'name'
        ? `The name of entry ${at} is not text.`
        : field === 'abi'
          ? `The ABI of entry ${at} has no events or functions, or is too large.`
          : field === 'token'
            ? `The unit of entry ${at} needs a symbol, and decimals from 0 to 255.`
            : `Entry ${at} has no name, ABI or unit.`,
  moreProblems: (count: string) => `${count} more.`,
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
  tokenSymbol: 'Symbol',
  tokenDecimals: 'Decimals',
  tokenHelp: 'The unit of its amounts, if it is a token.',
  invalidDecimals: 'Enter a whole number from 0 to 255, or nothing if it is not a token.',
  readUnit: 'Read from the contract',
  readingUnit: 'Reading…',
  noUnit: 'This contract has no decimals().',
  nothingToKeep: 'Enter a name, a unit or an ABI.',
  saveEntry: 'Save',
}
