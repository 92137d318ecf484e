import { parseJson } from '../../base/unknownJson.ts'
import { maxEntries, type AddressBookEntry } from './AddressBookEntry.ts'
import { readAddressEntry, type ReadAddressEntry } from './readAddressEntry.ts'

/** Why the text of an address book is refused. `at` counts entries from 1. */
export type AddressBookProblem =
  | { readonly kind: 'not-json' | 'not-a-list' | 'nothing' }
  | { readonly kind: 'too-many'; readonly count: number }
  | {
      readonly kind: 'entry'
      readonly at: number
      readonly field: ReadAddressEntry['invalid'][number] | undefined
    }

/**
 * Parses an address book's JSON as the copy button writes it. One invalid entry rejects the whole text, so that no
 * entry is lost unnoticed. For the same reason, entries of one address are joined, and the existing entries, `kept`, must
 * leave room for the new ones.
 */
export function parseAddressBook(
  text: string,
  kept: readonly AddressBookEntry[] = [],
): { entries: readonly AddressBookEntry[] } | { problems: readonly AddressBookProblem[] } {
  const value = parseJson(text)
  if (value === undefined) return { problems: [{ kind: 'not-json' }] }
  if (!Array.isArray(value)) return { problems: [{ kind: 'not-a-list' }] }
  if (value.length === 0) return { problems: [{ kind: 'nothing' }] }
  if (value.length > maxEntries) return { problems: [{ kind: 'too-many', count: value.length }] }
  const read = value.map(readAddressEntry)
  const problems = read.flatMap(({ entry, invalid }, index): AddressBookProblem[] => {
    const at = index + 1
    if (invalid.length > 0) return invalid.map((field) => ({ kind: 'entry', at, field }))
    return entry ? [] : [{ kind: 'entry', at, field: undefined }]
  })
  if (problems.length > 0) return { problems }
  const entries = new Map<string, AddressBookEntry>()
  for (const { entry } of read)
    if (entry) entries.set(entry.address, { ...entries.get(entry.address), ...entry })
  const count = new Set([...kept.map(({ address }) => address.toLowerCase()), ...entries.keys()]).size
  return count > maxEntries ? { problems: [{ kind: 'too-many', count }] } : { entries: [...entries.values()] }
}
