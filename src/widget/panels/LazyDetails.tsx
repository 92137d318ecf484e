'use client'
import { IconButton } from '../../components/ui/IconButton.tsx'
import { withRef } from '../../components/ui/withRef.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import type { ExplorerDetailsProps } from './ExplorerDetails.tsx'
import { useLazyPanels } from './useLazyPanels.tsx'

/** {@link ExplorerDetails}, once it is loaded. */
export const LazyDetails = /* @__PURE__ */ withRef(function LazyDetails(props: ExplorerDetailsProps) {
  const { panels, placeholder } = useLazyPanels()
  const strings = useStrings(explorerStrings)
  if (panels) return <panels.ExplorerDetails {...props} />
  const { ref, tabIndex, onKeyDown, onClose } = props
  return (
    <article
      {...{ ref, tabIndex, onKeyDown }}
      part="details"
      aria-label={strings.logDetails}
      className="topic0 topic0-log-details"
    >
      <header>
        <div className="topic0-log-details-title">
          <h2>{strings.logDetails}</h2>
        </div>
        <div className="topic0-log-details-actions">
          <IconButton icon="cross" name={strings.close} onClick={onClose} />
        </div>
      </header>
      {placeholder}
    </article>
  )
})
