'use client'
import { useRef } from 'react'
import type { Address as AddressHex } from 'viem'
import { useStrings } from '../../strings/useStrings.ts'
import { Field } from '../../ui/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import * as icons from '../../ui/icons.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { Address } from '../../values/Address.tsx'
import { ChainText } from '../../values/ChainText.tsx'
import { shortHex } from '../../values/shortHex.ts'
import { visibleText } from '../../values/visibleText.ts'
import { filterStrings } from '../draft/filterStrings.ts'
import type { KnownContract } from '../draft/KnownContract.ts'
import { parseAddressText } from '../draft/parseAddressText.ts'
import type { FilterForm } from './FilterForm.ts'
import { removeInPlace } from './removeInPlace.ts'

// More would push the rest of the form out of view.
const shownAddresses = 6

/** The contract field, with the parsed addresses below. */
export function ContractField({ form }: { form: FilterForm }) {
  const { draft, contracts, issueAt } = form
  const strings = useStrings(filterStrings)
  const root = useRef<HTMLDivElement>(null)
  // A contract without a name has its address as the label: the address is shown anyway.
  const named = contracts.filter(({ address, label }) => !isSameHex(label, shortHex(address)))
  const labels = new Map(named.map(({ address, label }) => [address.toLowerCase(), label]))
  const entries = parseAddressText(draft.addresses, contracts, strings)
  const understood = [...new Set(entries.flatMap(({ address }) => address ?? []))]
  const edit = (addresses: string) => form.edit('address', { addresses })
  const remove = (address: AddressHex) =>
    edit(
      entries
        .filter((entry) => entry.address !== address)
        .map(({ text }) => text)
        .join('\n'),
    )
  return (
    <div ref={root}>
      <Field
        label={strings.contracts}
        hint={strings.contractsHelp}
        issue={issueAt('address')}
        aside={
          contracts.length > 0 && (
            <ContractMenu
              contracts={contracts}
              selected={understood}
              onAdd={(address) => edit([...draft.addresses.split('\n').filter(Boolean), address].join('\n'))}
              onRemove={remove}
            />
          )
        }
      >
        {(control) => (
          <TextArea
            control={control}
            placeholder="0x…"
            value={draft.addresses}
            onEdit={edit}
            onLeave={() => form.leave('address')}
          />
        )}
      </Field>
      {understood.length > 0 && (
        <ul className="topic0-chips">
          {understood.slice(0, shownAddresses).map((address) => (
            <li key={address}>
              <Address address={address} copyable={false} />
              {labels.has(address) && (
                <span className="topic0-muted">
                  <ChainText text={labels.get(address) ?? ''} />
                </span>
              )}
              <IconButton
                icon={icons.cross}
                name={strings.removeContract(visibleText(labels.get(address) ?? shortHex(address)))}
                onClick={({ currentTarget }) =>
                  removeInPlace(currentTarget, root.current, () => remove(address))
                }
              />
            </li>
          ))}
          {understood.length > shownAddresses && <li>+{understood.length - shownAddresses}</li>}
        </ul>
      )}
    </div>
  )
}

const isSameHex = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

interface ContractMenuProps {
  contracts: readonly KnownContract[]
  /** The selected contracts, in lower case. */
  selected: readonly AddressHex[]
  onAdd: (address: AddressHex) => void
  onRemove: (address: AddressHex) => void
}

/** A menu of known contracts. Not a `select`, whose arrow keys would select every option they pass. */
function ContractMenu({ contracts, selected, onAdd, onRemove }: ContractMenuProps) {
  const strings = useStrings(filterStrings)
  return (
    <MenuButton
      className="topic0-link-button topic0-menu-button"
      label={strings.addContract}
      items={contracts.map(({ address, label }) => {
        const one = address.toLowerCase() as AddressHex
        const checked = selected.includes(one)
        return {
          kind: 'check',
          label: visibleText(label),
          group: one,
          checked,
          onChoose: () => (checked ? onRemove(one) : onAdd(address)),
        }
      })}
    >
      {strings.addContract}
      {icons.expand}
    </MenuButton>
  )
}
