'use client'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import type { Abi, Address as AddressHex } from 'viem'
import { parseAddress } from '../../logs/filter/parseAddress.ts'
import { filterStrings } from '../FilterBuilder/draft/filterStrings.ts'
import { parseAbiText } from '../FilterBuilder/draft/parseAbiText.ts'
import { inputWords } from '../strings/errorWords.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { Address } from '../values/Address.tsx'
import { visibleText } from '../values/visibleText.ts'
import { addressBookStrings } from './addressBookStrings.ts'
import { mostAbiLetters, mostNameLetters } from './AddressBookEntry.ts'
import type { AddressBookEntry, AddressEdit } from './AddressBookEntry.ts'

interface AddressFormProps {
  /** `undefined` to enter an address. */
  address: AddressHex | undefined
  /** The field that takes focus. */
  field: AddressEdit['field']
  findEntry: (address: AddressHex) => AddressBookEntry | undefined
  onSave: (entry: AddressBookEntry) => void
  onCancel: () => void
}

type Issues = Partial<Record<'address' | 'name' | 'abi', string>>

/** The name and ABI of one address. */
export function AddressForm({ address, field, findEntry, onSave, onCancel }: AddressFormProps) {
  const strings = useStrings(addressBookStrings)
  const texts = useStrings(filterStrings)
  const before = address && findEntry(address)
  const form = useRef<HTMLFormElement>(null)
  const [addressText, setAddressText] = useState('')
  const [name, setName] = useState(before?.name ?? '')
  const [abiText, setAbiText] = useState('')
  const [keptAbi, setKeptAbi] = useState(before?.abi)
  const [issues, setIssues] = useState<Issues>({})
  const number = (value: number) => formatNumber(value, strings.locale)
  useEffect(() => {
    const first = address ? (field === 'abi' ? 'textarea' : 'input') : 'input'
    form.current?.querySelector<HTMLElement>(first)?.focus()
  }, [address, field])

  function readAddress(): { address: AddressHex } | { problem: string } {
    if (address) return { address }
    const parsed = parseAddress(addressText.trim())
    return 'problem' in parsed ? { problem: inputWords(parsed.problem, strings) } : parsed
  }
  function readAbi(): { abi: Abi | undefined } | { problem: string } {
    const tooLarge = { problem: strings.abiTooLarge(number(mostAbiLetters / 1000)) }
    if (abiText.trim() === '') return { abi: keptAbi }
    // Artifacts hold much more than the ABI.
    if (abiText.length > 20 * mostAbiLetters) return tooLarge
    const read = parseAbiText(abiText, texts.issues)
    return 'abi' in read && JSON.stringify(read.abi).length > mostAbiLetters ? tooLarge : read
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const where = readAddress()
    const what = readAbi()
    const trimmed = name.trim()
    const entry = 'address' in where ? findEntry(where.address) : undefined
    const isEmpty = trimmed === '' && 'abi' in what && !what.abi && !entry
    const next: Issues = {
      ...('problem' in where && { address: visibleText(where.problem) }),
      ...('problem' in what && { abi: visibleText(what.problem) }),
      ...(isEmpty && { name: strings.nothingToKeep }),
    }
    setIssues(next)
    if ('problem' in where || 'problem' in what || isEmpty) return
    // An address that is entered again keeps what is not entered.
    const rest = address ? undefined : entry
    onSave({
      address: where.address,
      name: trimmed || rest?.name,
      abi: what.abi ?? rest?.abi,
      token: entry?.token,
    })
  }

  return (
    // Its keys do what its button does.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      className="topic0-address-form"
      noValidate
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
    >
      {address ? (
        <Address address={address} />
      ) : (
        <Field label={strings.addressField} issue={issues.address}>
          {(control) => (
            <input
              {...control}
              className="topic0-input"
              data-mono
              autoComplete="off"
              spellCheck={false}
              placeholder="0x…"
              value={addressText}
              onChange={(event) => setAddressText(event.target.value)}
            />
          )}
        </Field>
      )}
      <Field label={strings.addressName} issue={issues.name}>
        {(control) => (
          <input
            {...control}
            className="topic0-input"
            autoComplete="off"
            maxLength={mostNameLetters}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field
        label={strings.contractAbi}
        aside={
          keptAbi && (
            <button type="button" className="topic0-link-button" onClick={() => setKeptAbi(undefined)}>
              {strings.removeAbi}
            </button>
          )
        }
        hint={
          keptAbi
            ? strings.abiReplaceHelp(strings.eventCount(number(countEvents(keptAbi))))
            : strings.contractAbiHelp
        }
        issue={issues.abi}
      >
        {(control) => (
          <TextArea
            control={control}
            placeholder='[{"type":"event", …}]'
            value={abiText}
            onEdit={(text) => {
              setAbiText(text)
              setIssues({ ...issues, abi: undefined })
            }}
          />
        )}
      </Field>
      <div className="topic0-address-buttons">
        <button type="submit" className="topic0-button" data-kind="primary" data-size="small">
          {strings.saveEntry}
        </button>
        <button
          type="button"
          className="topic0-button"
          data-size="small"
          data-kind="quiet"
          onClick={onCancel}
        >
          {strings.cancel}
        </button>
      </div>
    </form>
  )
}

export const countEvents = (abi: Abi) => abi.filter(({ type }) => type === 'event').length
