'use client'
import { useState } from 'react'
import type { Address } from 'viem'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import type { MenuAnchor } from '../../ui/MenuItem.ts'
import { useStrings } from '../../strings/useStrings.ts'
import { filterStrings } from '../draft/filterStrings.ts'
import { visibleText } from '../../values/visibleText.ts'
import type { KnownContract } from '../draft/KnownContract.ts'

interface ContractMenuProps {
  contracts: readonly KnownContract[]
  /** The selected contracts, in lower case. */
  asked: readonly Address[]
  onAdd: (address: Address) => void
  onRemove: (address: Address) => void
}

/** A menu of known contracts. Not a `select`, whose arrow keys would select every option they pass. */
export function ContractMenu({ contracts, asked, onAdd, onRemove }: ContractMenuProps) {
  const strings = useStrings(filterStrings)
  const [anchor, setAnchor] = useState<MenuAnchor>()
  return (
    <>
      <button
        type="button"
        className="topic0-link-button topic0-menu-button"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(anchor ? undefined : event.currentTarget)}
      >
        {strings.addContract}
        <Icon name="expand" />
      </button>
      {anchor && (
        <Menu
          label={strings.addContract}
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
          items={contracts.map(({ address, label }) => {
            const one = address.toLowerCase() as Address
            const checked = asked.includes(one)
            return {
              kind: 'check',
              label: visibleText(label),
              group: one,
              checked,
              onChoose: () => (checked ? onRemove(one) : onAdd(address)),
            }
          })}
        />
      )}
    </>
  )
}
