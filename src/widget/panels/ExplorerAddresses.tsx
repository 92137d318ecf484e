'use client'
import { useId, useState } from 'react'
import type { AddressEdit } from '../../components/AddressBook/AddressBookEntry.ts'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { Button } from '../../components/ui/Button.tsx'
import * as icons from '../../components/ui/icons.tsx'
import { useNetwork } from '../../hooks/useNetwork.ts'
import type { KeptAddresses } from '../session/AddressBookStore.ts'
import { useTokenReader } from '../session/useTokenReader.ts'
import { LazyPopover } from './LazyPanels.tsx'

export interface ExplorerAddressesProps {
  kept: KeptAddresses
  /** The address to edit, opened from elsewhere. */
  edit: AddressEdit | undefined
  onEdit: (edit: AddressEdit | undefined) => void
}

/** The button that opens the address book: the names, units and ABIs that the user keeps. */
export function ExplorerAddresses({ kept, edit, onEdit }: ExplorerAddressesProps) {
  const strings = useStrings(explorerStrings)
  const id = useId()
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [wasOpened, setOpen] = useState(false)
  const isOpen = wasOpened || edit !== undefined
  const { entries, store } = kept
  const tokens = useTokenReader(useNetwork().network.id)
  const close = () => {
    setOpen(false)
    onEdit(undefined)
  }
  return (
    <>
      <Button
        id={id}
        ref={setButton}
        title={strings.addressBook}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        {icons.rename}
        <span className="topic0-button-word">{strings.addresses}</span>
      </Button>
      {button && isOpen && (
        <LazyPopover aria-label={strings.addressBook} anchor={button} onClose={close}>
          {({ AddressBook }) => (
            <AddressBook
              {...{ entries, edit }}
              isTemporary={store.isTemporary}
              onSave={(entry) => store.save(entry)}
              onImport={(imported) => store.update(...imported)}
              onReadToken={async (address) => (await tokens.request([address])).get(address.toLowerCase())}
              onRemove={(entry) => store.remove(entry)}
              onDone={close}
            />
          )}
        </LazyPopover>
      )}
    </>
  )
}
