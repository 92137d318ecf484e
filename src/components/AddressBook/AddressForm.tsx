'use client'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Abi, Address as AddressHex } from 'viem'
import { isTokenUnit } from '../../logs/decode/isTokenUnit.ts'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import { parseAddress } from '../../logs/filter/parseAddress.ts'
import { filterStrings } from '../FilterBuilder/draft/filterStrings.ts'
import { parseAbiText } from '../FilterBuilder/draft/parseAbiText.ts'
import { errorWords, inputWords } from '../strings/errorWords.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { Address } from '../values/Address.tsx'
import { visibleText } from '../values/visibleText.ts'
import {
  maxAbiLength,
  maxEntries,
  maxNameLength,
  type AddressBookEntry,
  type AddressEdit,
} from './AddressBookEntry.ts'
import { addressBookStrings } from './addressBookStrings.ts'
import { FormButtons } from './FormButtons.tsx'
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

type Issues = Partial<Record<'address' | 'name' | 'token' | 'abi', string>>

/** The name, unit and ABI of one address. */
export function AddressForm(props: AddressFormProps) {
  const { address, field, findEntry, entryCount, onReadToken, onSave, onCancel } = props
  const strings = useStrings(addressBookStrings)
  const texts = useStrings(filterStrings)
  const before = address && findEntry(address)
  const form = useRef<HTMLFormElement>(null)
  const [addressText, setAddressText] = useState('')
  const [name, setName] = useState(before?.name ?? '')
  const [symbol, setSymbol] = useState(before?.token?.symbol ?? '')
  const [decimals, setDecimals] = useState(before?.token ? String(before.token.decimals) : '')
  const [isReading, setReading] = useState(false)
  /** Counts reads of units and edits, to ignore the result of an outdated read. */
  const reads = useRef(0)
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
    const tooLarge = { problem: strings.abiTooLarge(number(maxAbiLength / 1000)) }
    if (abiText.trim() === '') return { abi: keptAbi }
    // Artifacts hold much more than the ABI.
    if (abiText.length > 20 * maxAbiLength) return tooLarge
    const read = parseAbiText(abiText, texts.issues)
    return 'abi' in read && JSON.stringify(read.abi).length > maxAbiLength ? tooLarge : read
  }
  function readToken(): { token: TokenUnit | undefined } | { problem: string } {
    if (decimals.trim() === '' && symbol.trim() === '') return { token: undefined }
    const token = { symbol: symbol.trim(), decimals: Number(decimals) }
    return /^\s*\d{1,3}\s*$/.test(decimals) && isTokenUnit(token)
      ? { token }
      : { problem: strings.invalidDecimals }
  }
  function edit(field: keyof Issues, set: (text: string) => void, text: string) {
    // A read is for the address and the unit as they were.
    if (field === 'address' || field === 'token') {
      reads.current++
      setReading(false)
    }
    setIssues({ ...issues, [field]: undefined })
    set(text)
  }
  async function fillToken() {
    const where = readAddress()
    if ('problem' in where) return setIssues({ ...issues, address: visibleText(where.problem) })
    setReading(true)
    setIssues({})
    const read = ++reads.current
    const outcome = await Promise.resolve(onReadToken?.(where.address)).catch((error: Error) => error)
    if (read !== reads.current) return undefined
    setReading(false)
    if (outcome instanceof Error) return setIssues({ token: visibleText(errorWords(outcome, strings).what) })
    if (!outcome) return setIssues({ token: strings.noUnit })
    setSymbol(outcome.symbol)
    return setDecimals(String(outcome.decimals))
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const where = readAddress()
    const what = readAbi()
    const unit = readToken()
    const trimmed = name.trim()
    const entry = 'address' in where ? findEntry(where.address) : undefined
    const isFull = !entry && entryCount >= maxEntries
    const isEmpty = trimmed === '' && 'abi' in what && !what.abi && 'token' in unit && !unit.token && !entry
    const next: Issues = {
      ...('problem' in where && { address: visibleText(where.problem) }),
      ...('problem' in what && { abi: visibleText(what.problem) }),
      ...('problem' in unit && { token: unit.problem }),
      ...(isEmpty && { name: strings.nothingToKeep }),
      ...(isFull && { name: strings.importTooMany(number(entryCount + 1), number(maxEntries)) }),
    }
    flushSync(() => setIssues(next))
    if ('problem' in where || 'problem' in what || 'problem' in unit || isEmpty || isFull) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      return
    }
    // Fields left empty keep the values of an existing entry.
    const rest = address ? undefined : entry
    onSave({
      address: where.address,
      name: trimmed || rest?.name,
      abi: what.abi ?? rest?.abi,
      token: unit.token ?? rest?.token,
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
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
      }}
    >
      {address ? (
        <Address address={address} />
      ) : (
        <TextField
          label={strings.addressField}
          issue={issues.address}
          data-mono
          spellCheck={false}
          placeholder="0x…"
          value={addressText}
          onEdit={(text) => edit('address', setAddressText, text)}
        />
      )}
      <TextField
        label={strings.addressName}
        issue={issues.name}
        maxLength={maxNameLength}
        value={name}
        onEdit={(text) => edit('name', setName, text)}
      />
      <TokenFields
        {...{ symbol, decimals, isReading }}
        issue={issues.token}
        onSymbol={(text) => edit('token', setSymbol, text)}
        onDecimals={(text) => edit('token', setDecimals, text)}
        onRead={onReadToken && (() => void fillToken())}
      />
      <Field
        label={strings.contractAbi}
        aside={
          keptAbi && (
            <button
              type="button"
              className="topic0-link-button"
              onClick={() => {
                setKeptAbi(undefined)
                // The button is unmounted: focus moves to its field.
                form.current?.querySelector('textarea')?.focus()
              }}
            >
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
            onEdit={(text) => edit('abi', setAbiText, text)}
          />
        )}
      </Field>
      <FormButtons submitLabel={strings.saveEntry} onCancel={onCancel} />
    </form>
  )
}

/** How many events an ABI has. */
export const countEvents = (abi: Abi) => abi.filter(({ type }) => type === 'event').length
