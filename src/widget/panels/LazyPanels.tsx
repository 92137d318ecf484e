'use client'
import type { ComponentProps, ComponentType, JSX, ReactNode } from 'react'
import { Button } from '../../components/ui/Button.tsx'
import { IconButton } from '../../components/ui/IconButton.tsx'
import * as icons from '../../components/ui/icons.tsx'
import { Popover } from '../../components/ui/Popover.tsx'
import { withRef } from '../../components/ui/withRef.ts'
import { useLazyPanels, type Panels } from './useLazyPanels.tsx'

type Lazy = ReturnType<typeof useLazyPanels>

type PanelName = Exclude<keyof Panels, 'createLogsExporter' | 'watchStore'>

/** A panel, once it is loaded. Until then, `whileLoading`, which is a loading text by default. */
function lazyPanel<name extends PanelName>(
  name: name,
  whileLoading: (lazy: Lazy, props: ComponentProps<Panels[name]>) => JSX.Element | null = ({ placeholder }) =>
    placeholder,
) {
  return withRef(function LazyPanel(props: ComponentProps<Panels[name]>) {
    const lazy = useLazyPanels()
    const Panel = lazy.panels?.[name] as ComponentType<object> | undefined
    return Panel ? <Panel {...(props as object)} /> : whileLoading(lazy, props)
  })
}

const nothing = () => null

export const LazyClosedExport = /* @__PURE__ */ lazyPanel('ClosedExport', nothing)
export const LazyCompared = /* @__PURE__ */ lazyPanel('ComparedQuery')
export const LazyConfirmation = /* @__PURE__ */ lazyPanel('ScanConfirmation')
export const LazyEndpoints = /* @__PURE__ */ lazyPanel('ExplorerEndpoints')
export const LazyGroups = /* @__PURE__ */ lazyPanel('LogGroups')
export const LazyCompareBar = /* @__PURE__ */ lazyPanel('CompareBar', nothing)
export const LazyWatch = /* @__PURE__ */ lazyPanel('ExplorerWatch', nothing)
/** The search that found the transaction is in the same chunk. */
export const LazyTransaction = /* @__PURE__ */ lazyPanel('ExplorerTransaction', nothing)

/** Until it is loaded, an empty space of its size. */
export const LazyChart = /* @__PURE__ */ lazyPanel('ExplorerChart', ({ error, placeholder }) =>
  error ? (
    placeholder
  ) : (
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
  ),
)

export const LazyDetails = /* @__PURE__ */ lazyPanel(
  'ExplorerDetails',
  ({ strings, placeholder }, { ref, tabIndex, onKeyDown, onClose }) => (
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
  ),
)

/** Until it is loaded, a button of its size. */
export const LazyExport = /* @__PURE__ */ lazyPanel('ExplorerExport', ({ strings }) => (
  <div className="topic0-export-menu">
    <Button disabled>
      {icons.save}
      <span className="topic0-button-word">{strings.exportLogs}</span>
    </Button>
  </div>
))

/** Until it is loaded, a field of its size. */
export const LazySearch = /* @__PURE__ */ lazyPanel('ExplorerSearch', ({ strings }) => (
  <div className="topic0-log-explorer-search">
    {icons.search}
    <input
      className="topic0-input"
      aria-label={strings.search}
      placeholder={strings.searchPlaceholder}
      disabled
    />
  </div>
))

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
