'use client'
import { useId, useRef, useState, type ComponentProps, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Address } from 'viem'
import { checksumAddress } from '../../logs/decode/checksumAddress.ts'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/classNames.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import * as icons from '../ui/icons.tsx'
import { useMergedRef } from '../ui/useMergedRef.ts'
import { withRef } from '../ui/withRef.ts'
import { ChainText } from '../values/ChainText.tsx'
import { shortHex } from '../values/shortHex.ts'
import { visibleText } from '../values/visibleText.ts'
import type { AddressBookEntry, AddressEdit } from './AddressBookEntry.ts'
import { addressBookStrings } from './addressBookStrings.ts'
import { AddressForm, countEvents } from './AddressForm.tsx'
import { ImportForm } from './ImportForm.tsx'

export interface AddressBookProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** The entries of one network. */
  entries: readonly AddressBookEntry[]
  /** Opens the form of an address instead of the list. */
  edit?: AddressEdit | undefined
  /** Whether entries are lost with the page, because they could not be stored. @default false */
  isTemporary?: boolean | undefined
  /** Called with a new or changed entry. One without name, ABI and unit is to be removed. */
  onSave: (entry: AddressBookEntry) => void
  /** Called with the entries of an imported list. Without it, there is no import. */
  onImport?: ((entries: readonly AddressBookEntry[]) => void) | undefined
  /** Reads the unit of a token from its contract; `undefined` if it has none. */
  onReadToken?: ((address: Address) => Promise<TokenUnit | undefined>) | undefined
  /** Called to remove an entry. */
  onRemove: (entry: AddressBookEntry) => void
  /** Called when the form of `edit` was saved or cancelled. @default shows the list */
  onDone?: (() => void) | undefined
}

/**
 * Names, units and ABIs of addresses: a list to add to, edit, remove from, copy as JSON and import. `data-state` is `list` or `form`.
 *
 * @example
 * <AddressBook entries={entries} onSave={saveEntry} onRemove={removeEntry} />
 */
export const AddressBook = /* @__PURE__ */ withRef(function AddressBook(props: AddressBookProps) {
  const {
    entries,
    edit,
    isTemporary = false,
    onSave,
    onImport,
    onReadToken,
    onRemove,
    onDone,
    ref,
    className,
    ...rest
  } = props
  const strings = useStrings(addressBookStrings)
  const titleId = useId()
  const [panel, setPanel] = useState<HTMLDivElement | null>(null)
  const [chosen, setChosen] = useState<{ readonly address: Address | undefined } | undefined>(edit)
  const [isImporting, setImporting] = useState(false)
  const importButton = useRef<HTMLButtonElement>(null)
  const findEntry = (address: Address) =>
    entries.find((one) => one.address.toLowerCase() === address.toLowerCase())
  function close() {
    flushSync(() => setChosen(undefined))
    if (edit && onDone) return onDone()
    const at = entries.findIndex(({ address }) => address === chosen?.address)
    focusRow(at < 0 ? Number.POSITIVE_INFINITY : at)
  }
  function closeImport() {
    flushSync(() => setImporting(false))
    importButton.current?.focus()
  }
  function remove(entry: AddressBookEntry, at: number) {
    flushSync(() => onRemove(entry))
    focusRow(at)
  }
  /** Moves focus to a row, else to the buttons below: the pressed button was unmounted. */
  function focusRow(at: number) {
    const rows = panel?.querySelectorAll('li') ?? []
    const row = rows[Math.min(at, rows.length - 1)] ?? panel
    row?.querySelector<HTMLElement>('button')?.focus()
  }
  const importing = chosen || !isImporting ? undefined : onImport
  return (
    <div
      role="group"
      aria-labelledby={titleId}
      {...rest}
      ref={useMergedRef(setPanel, ref)}
      className={classNames('topic0', 'topic0-address-book', className)}
      data-state={chosen || isImporting ? 'form' : 'list'}
    >
      <h3 id={titleId}>{strings.addressBook}</h3>
      {chosen && (
        <AddressForm
          address={chosen.address}
          field={edit?.field ?? 'name'}
          findEntry={findEntry}
          entryCount={entries.length}
          onReadToken={onReadToken}
          onSave={(entry) => {
            onSave(entry)
            close()
          }}
          onCancel={close}
        />
      )}
      {importing && (
        <ImportForm
          entries={entries}
          onImport={(imported) => {
            importing(imported)
            closeImport()
          }}
          onCancel={closeImport}
        />
      )}
      {!chosen && !importing && (
        <EntryList
          {...{ entries, isTemporary, importButton }}
          onEdit={(address) => setChosen({ address })}
          onRemove={remove}
          onImport={onImport && (() => setImporting(true))}
        />
      )}
    </div>
  )
})

interface EntryListProps extends Pick<AddressBookProps, 'entries' | 'isTemporary'> {
  importButton: RefObject<HTMLButtonElement | null>
  /** Called to edit an address, or to add one. */
  onEdit: (address: Address | undefined) => void
  onRemove: (entry: AddressBookEntry, at: number) => void
  /** Called to import entries. Without it, there is no button. */
  onImport: (() => void) | undefined
}

/** The entries, with buttons to add, import and copy them. */
function EntryList({ entries, isTemporary, importButton, onEdit, onRemove, onImport }: EntryListProps) {
  const strings = useStrings(addressBookStrings)
  const help = entries.length > 0 ? strings.addressBookHelp : strings.addressBookEmpty
  return (
    <>
      <p className="topic0-muted">{isTemporary ? strings.addressBookTemporary : help}</p>
      {entries.length > 0 && (
        <ul className="topic0-scroll" aria-label={strings.addressBook}>
          {entries.map((entry, at) => (
            <EntryRow
              key={entry.address}
              entry={entry}
              onEdit={() => onEdit(entry.address)}
              onRemove={() => onRemove(entry, at)}
            />
          ))}
        </ul>
      )}
      <div className="topic0-address-buttons">
        <Button onClick={() => onEdit(undefined)}>{strings.addAddress}</Button>
        {onImport && (
          <Button ref={importButton} onClick={onImport}>
            {strings.importEntries}
          </Button>
        )}
        {entries.length > 0 && (
          <CopyButton
            value={() => JSON.stringify(entries, null, 2)}
            what={strings.addressBookJson}
            showLabel
          />
        )}
      </div>
    </>
  )
}

interface EntryRowProps {
  entry: AddressBookEntry
  onEdit: () => void
  onRemove: () => void
}

/** An entry of the list, with buttons to edit and remove it. */
function EntryRow({ entry, onEdit, onRemove }: EntryRowProps) {
  const strings = useStrings(addressBookStrings)
  const { address, name, abi, token } = entry
  const label = name ? visibleText(name) : shortHex(address)
  const events = abi && strings.eventCount(formatNumber(countEvents(abi), strings.locale))
  const unit = token && [token.symbol, strings.decimals(token.decimals)].filter(Boolean).join(', ')
  return (
    <li>
      <span>
        {name && <ChainText text={name} />} <code>{shortHex(checksumAddress(address))}</code>
        <span className="topic0-muted">
          <ChainText text={[events, unit].filter(Boolean).join(' · ')} />
        </span>
      </span>
      <IconButton icon={icons.rename} name={strings.editEntry(label)} onClick={onEdit} />
      <IconButton icon={icons.cross} name={strings.removeEntry(label)} onClick={onRemove} />
    </li>
  )
}
