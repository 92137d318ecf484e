'use client'
import { useId, useMemo, useRef, useState, type ComponentProps } from 'react'
import { flushSync } from 'react-dom'
import { describeQuery } from '../components/FilterBuilder/draft/describeQuery.ts'
import { explorerStrings } from '../components/locales/explorerStrings.ts'
import type { LogNeighbors } from '../components/LogTable/model/LogNeighbors.ts'
import { isFindKey } from '../components/LogTable/order/isFindKey.ts'
import { useStrings } from '../components/strings/useStrings.ts'
import { classNames } from '../components/ui/classNames.ts'
import { useMergedRef } from '../components/ui/useMergedRef.ts'
import type { AddressResolver } from '../components/values/AddressStore.ts'
import { ChainText } from '../components/values/ChainText.tsx'
import { useNetwork } from '../hooks/useNetwork.ts'
import type { PageLink } from './link/useShareLink.ts'
import { ExplorerFilter } from './panels/ExplorerFilter.tsx'
import { ExplorerHeader } from './panels/ExplorerHeader.tsx'
import { ExplorerSides } from './panels/ExplorerSides.tsx'
import { LazySearch, LazyWatch } from './panels/LazyPanels.tsx'
import { SelectedLog } from './panels/SelectedLog.tsx'
import { SkipButton } from './panels/SkipButton.tsx'
import { decodingEvents } from './session/decodingEvents.ts'
import type { ExplorerProps } from './session/ExplorerProps.ts'
import { useExplorerSession, type ExplorerSession } from './session/useExplorerSession.ts'
import { useErrorReport, useReport } from './session/useReport.ts'
import { useExplorerPanels } from './useExplorerPanels.ts'
import { useKnownContracts } from './useKnownContracts.ts'
import { useLayoutSize, type LayoutSize } from './useLayoutSize.ts'
import { useResultFocus } from './useResultFocus.ts'

interface ExplorerViewProps extends Omit<ExplorerProps, 'live' | 'defaultLive' | 'onLiveChange'> {
  /** The state of the page's link. */
  link: PageLink
  liveOn: boolean
  onLive: (on: boolean) => void
}

/** The explorer's layout. */
export function ExplorerView(props: ExplorerViewProps) {
  const {
    contracts: givenContracts,
    abis: givenAbis,
    theme = 'system',
    pollingInterval = 15_000,
    confirmAbove = 0.5,
    knownEvents,
    query: controlledQuery,
    defaultQuery,
    onQueryChange,
    onFiltersChange,
    onNetworkChange,
    onLogSelect,
    onError,
    lookups,
    resolveLabel,
    resolveToken,
    link,
    liveOn,
    onLive,
    urlState = false,
    rootRef,
    ...rest
  } = props
  const id = useId()
  const strings = useStrings(explorerStrings)
  const { size, isMeasured, measure } = useLayoutSize()
  const root = useMergedRef(measure, rootRef)
  const known = useKnownContracts(useNetwork().network.id, givenContracts, givenAbis)
  const { contracts, abis, looseAbis, pageAbis, labels, tokens, addresses } = known
  const options = { abis, pageAbis, knownEvents, pollingInterval, confirmAbove, liveOn }
  const session = useExplorerSession({
    ...options,
    ...{ defaultQuery, link, query: controlledQuery, onQueryChange },
  })
  const offered = useMemo(
    () => [...decodingEvents(undefined, looseAbis), ...session.known],
    [looseAbis, session.known],
  )
  useReport(session.network.id, onNetworkChange)
  useReport(session.filters, onFiltersChange)
  useReport(session.selected, onLogSelect)
  useErrorReport(session.failure, onError)
  const { network, query, selected, confirmation } = session
  const { live } = session.scan
  const [neighbors, setNeighbors] = useState<LogNeighbors>()
  const explorerUrl = network.blockExplorers?.default.url
  const names = {
    ...{ labels, tokens, explorerUrl },
    resolveLabel: onChain(resolveLabel, network.id),
    resolveToken: onChain(resolveToken, network.id),
  }
  const [openFind, setOpenFind] = useState<object>()
  const [isDirty, setDirty] = useState(false)
  const secondSession = useRef<ExplorerSession>(null)
  const { resultRef, focusResult, ...focus } = useResultFocus()
  const { filter, hasDetails, closeDetails } = useExplorerPanels({
    ...{ session, link, resultRef },
    width: size.width,
  })

  const onSearchOpen = (opened: 'results' | 'details') => {
    // Details take focus themselves, as does a confirmation in place of results.
    flushSync(filter.leave)
    if (opened === 'results') focusResult()
  }

  return (
    <ExplorerRoot
      aria-labelledby={`${id}title`}
      lang={strings.locale}
      {...rest}
      rootRef={root}
      {...{ theme, size, isMeasured, hasDetails, focus }}
      state={confirmation.estimate ? 'confirm' : session.status}
      isFilterOpen={filter.isOpen}
      hasRows={session.settings.pane === 'logs' && session.matching.logs.length > 0}
      onFind={() => setOpenFind({})}
    >
      <SkipButton at="start" onClick={() => focusResult()}>
        {strings.skipToResults}
      </SkipButton>
      <ExplorerHeader
        titleId={`${id}title`}
        filterId={`${id}filter`}
        filter={filter}
        head={session.head}
        silent={live?.silentSince !== undefined && live.status !== 'paused'}
      >
        <LazySearch session={session} contracts={contracts} onOpen={onSearchOpen} />
        <LazyWatch {...{ session, pollingInterval }} isLive={liveOn && session.canFollow} />
      </ExplorerHeader>
      {/* Printed only. */}
      <p className="topic0-log-explorer-question">
        {query && <ChainText text={describeQuery(query, strings, contracts)} />}
      </p>
      {/* Escape closes the details from the table, too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className="topic0-log-explorer-layout"
        onKeyDown={(event) => {
          const isCell = (event.target as Element).matches('[role="gridcell"], [role="columnheader"]')
          if (event.key === 'Escape' && selected && isCell && !event.defaultPrevented) closeDetails()
        }}
      >
        <ExplorerFilter
          id={`${id}filter`}
          panel={filter}
          {...{ session, contracts, confirmAbove }}
          knownEvents={offered}
          onDirtyChange={setDirty}
        />
        {filter.isOpen && !filter.isOver && (
          <SkipButton at="end" onClick={() => focusResult()}>
            {strings.skipToResults}
          </SkipButton>
        )}
        <ExplorerSides
          {...{ ...names, id, session, options, contracts }}
          {...{ addresses, resultRef, liveOn, onLive, urlState, openFind }}
          isFormer={isDirty || session.isFormer}
          density={size.isLow ? 'compact' : undefined}
          chartFits={size.width !== 'narrow' && size.isTall}
          onNeighbors={setNeighbors}
          secondSession={secondSession}
        />
        <SelectedLog
          {...{ ...names, session, secondSession, abis, lookups, neighbors }}
          isBeside={size.width === 'full'}
          onEditAddress={(address, field) => addresses.onEdit({ address, field })}
          onClose={closeDetails}
        />
        <SkipButton at="end" onClick={filter.enter}>
          {strings.backToFilter}
        </SkipButton>
      </div>
    </ExplorerRoot>
  )
}

/** A resolver of the page, called with the network of the explorer: its rows have no chain id. */
function onChain<value>(
  resolve: AddressResolver<value> | undefined,
  chainId: number,
): AddressResolver<value> | undefined {
  return resolve && ((address, { signal }) => resolve(address, { signal, chainId }))
}

interface ExplorerRootProps extends Omit<ComponentProps<'section'>, 'ref'> {
  /** React 18 keeps `ref` from function components. */
  rootRef: ComponentProps<'section'>['ref']
  state: string | undefined
  theme: 'light' | 'dark' | 'system'
  size: LayoutSize
  isMeasured: boolean
  hasDetails: boolean
  isFilterOpen: boolean
  hasRows: boolean
  focus: Pick<ReturnType<typeof useResultFocus>, 'onFocus' | 'onBlur'>
  /** Called when the user presses Ctrl+F, if the table has rows to search. */
  onFind: () => void
}

/** The explorer's element, with its state in data attributes. */
function ExplorerRoot(props: ExplorerRootProps) {
  const { rootRef, state, theme, size, isMeasured, hasDetails, isFilterOpen, ...others } = props
  const { hasRows, focus, onFind, ...rest } = others
  return (
    // The handlers add a shortcut and track focus.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <section
      {...rest}
      ref={rootRef}
      onFocus={(event) => {
        rest.onFocus?.(event)
        focus.onFocus(event)
      }}
      onBlur={(event) => {
        rest.onBlur?.(event)
        focus.onBlur(event)
      }}
      onKeyDown={(event) => {
        rest.onKeyDown?.(event)
        if (event.defaultPrevented || !hasRows || !isFindKey(event)) return
        event.preventDefault()
        onFind()
      }}
      part="explorer"
      className={classNames('topic0', 'topic0-log-explorer', rest.className)}
      data-state={state}
      data-layout={size.width}
      data-low={size.isLow}
      data-measured={isMeasured}
      data-details={hasDetails}
      data-filter={isFilterOpen ? 'open' : 'closed'}
      {...(theme !== 'system' && { 'data-topic0-theme': theme })}
    />
  )
}
