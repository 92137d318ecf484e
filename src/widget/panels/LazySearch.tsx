'use client'
import { Icon } from '../../components/ui/Icon.tsx'
import { useStrings } from '../../components/strings/useStrings.ts'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import type { ExplorerSearchProps } from '../search/ExplorerSearch.tsx'
import { useLazyPanels } from './useLazyPanels.tsx'

/** {@link ExplorerSearch}, once it is loaded. Until then, a field of its size. */
export function LazySearch(props: ExplorerSearchProps) {
  const { panels } = useLazyPanels()
  const strings = useStrings(explorerStrings)
  if (panels) return <panels.ExplorerSearch {...props} />
  return (
    <div className="topic0-log-explorer-search">
      <Icon name="search" />
      <input
        className="topic0-input"
        aria-label={strings.search}
        placeholder={strings.searchPlaceholder}
        disabled
      />
    </div>
  )
}
