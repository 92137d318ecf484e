'use client'
import { useState } from 'react'
import { useStrings } from '../../components/strings/useStrings.ts'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { useLazyPanels } from './useLazyPanels.tsx'

/** The request log, behind a disclosure: closed, it neither loads nor listens to anything. */
export function LazyRequests() {
  const { requestLog: strings } = useStrings(explorerStrings)
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="topic0-log-explorer-requests" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{strings.title}</summary>
      {isOpen && <OpenRequests />}
    </details>
  )
}

function OpenRequests() {
  const { panels, placeholder } = useLazyPanels()
  return panels ? <panels.ExplorerRequests /> : placeholder
}
