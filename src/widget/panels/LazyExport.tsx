'use client'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { Icon } from '../../components/ui/Icon.tsx'
import type { ExplorerExportProps } from './ExplorerExport.tsx'
import { useLazyPanels } from './useLazyPanels.tsx'

/** {@link ExplorerExport}, once it is loaded. Until then, a button of its size. */
export function LazyExport(props: ExplorerExportProps) {
  const { panels } = useLazyPanels()
  const strings = useStrings(explorerStrings)
  if (panels) return <panels.ExplorerExport {...props} />
  return (
    <div className="topic0-export-menu">
      <button type="button" className="topic0-button" data-size="small" disabled>
        <Icon name="save" />
        <span className="topic0-button-word">{strings.exportLogs}</span>
      </button>
    </div>
  )
}
