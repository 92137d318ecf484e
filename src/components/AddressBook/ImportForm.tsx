'use client'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { maxEntries, type AddressBookEntry } from './AddressBookEntry.ts'
import { addressBookStrings } from './addressBookStrings.ts'
import { FormButtons } from './FormButtons.tsx'
import { parseAddressBook, type AddressBookProblem } from './parseAddressBook.ts'

interface ImportFormProps {
  /** The existing entries. */
  entries: readonly AddressBookEntry[]
  onImport: (entries: readonly AddressBookEntry[]) => void
  onCancel: () => void
}

// Maximum problems shown.
const maxShown = 3

/** Imports the JSON of an address book, as its copy button writes it. */
export function ImportForm({ entries, onImport, onCancel }: ImportFormProps) {
  const strings = useStrings(addressBookStrings)
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState('')
  const [problems, setProblems] = useState<readonly AddressBookProblem[]>([])
  const number = (value: number) => formatNumber(value, strings.locale)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const parsed = parseAddressBook(text, entries)
    if ('entries' in parsed) onImport(parsed.entries)
    else setProblems(parsed.problems)
  }
  const more = problems.length - maxShown
  const shown = problems.slice(0, maxShown).map(describe)
  const issue = [...shown, ...(more > 0 ? [strings.moreProblems(number(more))] : [])].join(' ')
  return (
    <form ref={form} className="topic0-address-form" noValidate onSubmit={onSubmit}>
      <Field
        label={strings.addressBookText}
        hint={strings.importHelp}
        issue={problems.length > 0 ? issue : undefined}
      >
        {(control) => (
          <TextArea
            control={control}
            value={text}
            onEdit={(next) => {
              setText(next)
              setProblems([])
            }}
          />
        )}
      </Field>
      <FormButtons submitLabel={strings.importEntries} onCancel={onCancel} />
    </form>
  )

  function describe(problem: AddressBookProblem): string {
    switch (problem.kind) {
      case 'not-json':
        return strings.importNotJson
      case 'not-a-list':
        return strings.importNotAList
      case 'nothing':
        return strings.importNothing
      case 'too-many':
        return strings.importTooMany(number(problem.count), number(maxEntries))
      case 'entry':
        return strings.importInvalid(number(problem.at), problem.field)
    }
  }
}
