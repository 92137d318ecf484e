'use client'
import { useState } from 'react'
import type { Hash } from 'viem'
import { useClipboard } from '../LogTable/cells/useClipboard.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Icon } from '../ui/Icon.tsx'
import { Menu } from '../ui/Menu.tsx'
import type { MenuAnchor } from '../ui/MenuItem.ts'
import { logDetailsStrings } from './logDetailsStrings.ts'
import { transactionCode } from './transactionCode.ts'
import type { TransactionCodeForm } from './transactionCode.ts'

const forms = Object.keys(transactionCode) as readonly TransactionCodeForm[]

/** Copies a transaction as a command or code. */
export function CopyTransaction({ hash }: { hash: Hash }) {
  const strings = useStrings(logDetailsStrings)
  const { said, copy } = useClipboard()
  const [anchor, setAnchor] = useState<MenuAnchor>()
  return (
    <>
      <button
        type="button"
        className="topic0-button"
        data-size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(anchor ? undefined : event.currentTarget)}
      >
        <Icon name="copy" />
        <span aria-live="polite">{said ?? strings.copyTransaction}</span>
      </button>
      {anchor && (
        <Menu
          label={strings.copyTransaction}
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
          items={forms.map((form) => ({
            kind: 'action',
            label: form,
            onChoose: () => copy(transactionCode[form](hash)),
          }))}
        />
      )}
    </>
  )
}
