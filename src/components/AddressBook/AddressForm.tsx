'use client'
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Abi, Address as AddressHex } from 'viem'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import { filterStrings } from '../FilterBuilder/draft/filterStrings.ts'
import { errorWords } from '../strings/errorWords.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { Address } from '../values/Address.tsx'
import { visibleText } from '../values/visibleText.ts'
import { maxNameLength, type AddressBookEntry, type AddressEdit } from './AddressBookEntry.ts'
import { addressBookStrings } from './addressBookStrings.ts'
import { FormButtons } from './FormButtons.tsx'
import {
  parseAddressField,
  parseAddressForm,
  type AddressFormIssues,
  type AddressFormTexts,
} from './parseAddressForm.ts'
import { TextField } from './TextField.tsx'
import { TokenFields } from './TokenFields.tsx'

interface AddressFormProps {
  /** `undefined` to enter an address. */
  address: AddressHex | undefined
  /** The field that takes focus. */
  field: AddressEdit['field']
  findEntry: (address: AddressHex) => AddressBookEntry | undefined
  /** How many entries there are. */
  entryCount: number
  onReadToken: ((address: AddressHex) => Promise<TokenUnit | undefined>) | undefined
  onSave: (entry: AddressBookEntry) => void
  onCancel: () => void
}

/** The name, unit and ABI of one address. */
export function AddressForm(props: AddressFormProps) {
  const { address, field, findEntry, entryCount, onReadToken, onSave, onCancel } = props
  const strings = useStrings(addressBookStrings)
  const formWords = useStrings(filterStrings)
  const context = { address, findEntry, entryCount, strings, filterStrings: formWords }
  const before = address && findEntry(address)
  const form = useRef<HTMLFormElement>(null)
  const [texts, setTexts] = useState(() => textsOf(before))
  const [keptAbi, setKeptAbi] = useState(before?.abi)
  const [issues, setIssues] = useState<AddressFormIssues>({})
  const token = useTokenRead(onReadToken)
  useEffect(() => {
    const first = address && field === 'abi' ? 'textarea' : 'input'
    form.current?.querySelector<HTMLElement>(first)?.focus()
  }, [address, field])

  function edit(field: keyof AddressFormIssues, changes: Partial<AddressFormTexts>) {
    // A read is for the address and the unit as they were.
    if (field === 'address' || field === 'token') token.ignore()
    setIssues({ ...issues, [field]: undefined })
    setTexts((now) => ({ ...now, ...changes }))
  }
  function fillToken() {
    const where = parseAddressField(texts.address, context)
    if ('problem' in where) return setIssues({ ...issues, address: where.problem })
    setIssues({})
    return void token.read(where.address, (outcome) => {
      if (outcome instanceof Error) setIssues({ token: visibleText(errorWords(outcome, strings).what) })
      else if (!outcome) setIssues({ token: strings.noUnit })
      else setTexts((now) => ({ ...now, symbol: outcome.symbol, decimals: String(outcome.decimals) }))
    })
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const parsed = parseAddressForm(texts, { ...context, keptAbi })
    flushSync(() => setIssues('issues' in parsed ? parsed.issues : {}))
    if ('entry' in parsed) onSave(parsed.entry)
    else form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  return (
    // Its keys do what its button does.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form ref={form} className="topic0-address-form" noValidate onSubmit={onSubmit} onKeyDown={submitByKey}>
      {address ? (
        <Address address={address} />
      ) : (
        <TextField
          label={strings.addressField}
          issue={issues.address}
          data-mono
          spellCheck={false}
          placeholder="0x…"
          value={texts.address}
          onEdit={(text) => edit('address', { address: text })}
        />
      )}
      <TextField
        label={strings.addressName}
        issue={issues.name}
        maxLength={maxNameLength}
        value={texts.name}
        onEdit={(name) => edit('name', { name })}
      />
      <TokenFields
        symbol={texts.symbol}
        decimals={texts.decimals}
        isReading={token.isReading}
        issue={issues.token}
        onSymbol={(symbol) => edit('token', { symbol })}
        onDecimals={(decimals) => edit('token', { decimals })}
        onRead={onReadToken && fillToken}
      />
      <AbiField
        kept={keptAbi}
        issue={issues.abi}
        value={texts.abi}
        onEdit={(abi) => edit('abi', { abi })}
        onRemove={() => {
          setKeptAbi(undefined)
          // The button is unmounted: focus moves to its field.
          form.current?.querySelector('textarea')?.focus()
        }}
      />
      <FormButtons submitLabel={strings.saveEntry} onCancel={onCancel} />
    </form>
  )
}

function textsOf(entry: AddressBookEntry | undefined): AddressFormTexts {
  const { name = '', token } = entry ?? {}
  return {
    address: '',
    name,
    abi: '',
    symbol: token?.symbol ?? '',
    decimals: token ? String(token.decimals) : '',
  }
}

/** Submits the form by Ctrl+Enter or Cmd+Enter. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** Reads the unit of a token from its contract. */
function useTokenRead(onReadToken: AddressFormProps['onReadToken']) {
  const [isReading, setReading] = useState(false)
  /** Counts reads and edits, to ignore results that are out of date. */
  const reads = useRef(0)
  return {
    isReading,
    async read(address: AddressHex, onRead: (outcome: TokenUnit | Error | undefined) => void) {
      setReading(true)
      const read = ++reads.current
      const outcome = await Promise.resolve(onReadToken?.(address)).catch((error: Error) => error)
      if (read !== reads.current) return
      setReading(false)
      onRead(outcome)
    },
    /** Ignores the result of a read in progress. */
    ignore() {
      reads.current++
      setReading(false)
    },
  }
}

interface AbiFieldProps {
  /** The ABI of the entry. */
  kept: Abi | undefined
  issue: string | undefined
  value: string
  onEdit: (text: string) => void
  /** Called to remove the entry's ABI. */
  onRemove: () => void
}

function AbiField({ kept, issue, value, onEdit, onRemove }: AbiFieldProps) {
  const strings = useStrings(addressBookStrings)
  const eventCount = kept && strings.eventCount(formatNumber(countEvents(kept), strings.locale))
  return (
    <Field
      label={strings.contractAbi}
      aside={
        kept && (
          <button type="button" className="topic0-link-button" onClick={onRemove}>
            {strings.removeAbi}
          </button>
        )
      }
      hint={eventCount === undefined ? strings.contractAbiHelp : strings.abiReplaceHelp(eventCount)}
      issue={issue}
    >
      {(control) => (
        <TextArea control={control} placeholder='[{"type":"event", …}]' value={value} onEdit={onEdit} />
      )}
    </Field>
  )
}

/** How many events an ABI has. */
export const countEvents = (abi: Abi) => abi.filter(({ type }) => type === 'event').length
