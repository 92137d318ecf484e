'use client'
import { useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { Button } from '../../components/ui/Button.tsx'
import { IconButton } from '../../components/ui/IconButton.tsx'
import * as icons from '../../components/ui/icons.tsx'
import { Popover } from '../../components/ui/Popover.tsx'
import { withRef } from '../../components/ui/withRef.ts'
import type { ComparedQueryProps } from '../compare/ComparedQuery.tsx'
import type { SideBarProps } from '../compare/SideBar.tsx'
import type { ExplorerSearchProps } from '../search/ExplorerSearch.tsx'
import type { ExplorerWatchProps } from '../watch/ExplorerWatch.tsx'
import type { ExplorerChartProps } from './ExplorerChart.tsx'
import type { ExplorerDetailsProps } from './ExplorerDetails.tsx'
import type { ExplorerExportProps } from './ExplorerExport.tsx'
import type { ExplorerTransactionProps } from './ExplorerTransaction.tsx'
import { useLazyPanels } from './useLazyPanels.tsx'

export type Panels = NonNullable<ReturnType<typeof useLazyPanels>['panels']>

interface LazyPopoverProps extends Omit<ComponentProps<typeof Popover>, 'children'> {
  children: (panels: Panels) => ReactNode
}

/** A popover with a panel, once it is loaded. */
export function LazyPopover({ children, ...rest }: LazyPopoverProps) {
  const { panels, placeholder } = useLazyPanels()
  // A new popover moves focus to its first button.
  return (
    <Popover key={panels ? 'loaded' : 'loading'} {...rest}>
      {panels ? children(panels) : placeholder}
    </Popover>
  )
}

/** {@link ExplorerChart}, once it is loaded. Until then, an empty space of its size. */
export function LazyChart(props: ExplorerChartProps) {
  const { panels, error, placeholder } = useLazyPanels()
  if (panels) return <panels.ExplorerChart {...props} />
  if (error) return placeholder
  return (
    <figure className="topic0 topic0-block-histogram" aria-hidden="true">
      <figcaption className="topic0-block-histogram-bar">
        <span className="topic0-block-histogram-readout" />
        <span className="topic0-block-histogram-actions" />
      </figcaption>
      <div className="topic0-block-histogram-plot" />
      <div className="topic0-block-histogram-axis">
        <span>
          <br />
        </span>
      </div>
    </figure>
  )
}

/** {@link ComparedQuery}, once it is loaded. */
export function LazyCompared(props: ComparedQueryProps) {
  const { panels, placeholder } = useLazyPanels()
  return panels ? <panels.ComparedQuery {...props} /> : placeholder
}

/** {@link SideBar}, once it is loaded. */
export function LazySideBar(props: SideBarProps) {
  const { panels } = useLazyPanels()
  return panels ? <panels.SideBar {...props} /> : null
}

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
          <IconButton icon={icons.cross} name={strings.close} onClick={onClose} />
        </div>
      </header>
      {placeholder}
    </article>
  )
})

/** {@link ExplorerTransaction}. The search that found it is in the same chunk. */
export const LazyTransaction = /* @__PURE__ */ withRef(function LazyTransaction(
  props: ExplorerTransactionProps,
) {
  const { panels } = useLazyPanels()
  return panels ? <panels.ExplorerTransaction {...props} /> : null
})

/** {@link ExplorerExport}, once it is loaded. Until then, a button of its size. */
export function LazyExport(props: ExplorerExportProps) {
  const { panels } = useLazyPanels()
  const strings = useStrings(explorerStrings)
  if (panels) return <panels.ExplorerExport {...props} />
  return (
    <div className="topic0-export-menu">
      <Button disabled>
        {icons.save}
        <span className="topic0-button-word">{strings.exportLogs}</span>
      </Button>
    </div>
  )
}

/** The request log in a disclosure. While closed, it loads nothing and subscribes to nothing. */
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

/** {@link ExplorerSearch}, once it is loaded. Until then, a field of its size. */
export function LazySearch(props: ExplorerSearchProps) {
  const { panels } = useLazyPanels()
  const strings = useStrings(explorerStrings)
  if (panels) return <panels.ExplorerSearch {...props} />
  return (
    <div className="topic0-log-explorer-search">
      {icons.search}
      <input
        className="topic0-input"
        aria-label={strings.search}
        placeholder={strings.searchPlaceholder}
        disabled
      />
    </div>
  )
}

/** {@link ExplorerWatch}, once it is loaded. */
export function LazyWatch(props: ExplorerWatchProps) {
  const { panels } = useLazyPanels()
  return panels ? <panels.ExplorerWatch {...props} /> : null
}
