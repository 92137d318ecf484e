'use client'
import { startTransition, useId, useState, type ComponentProps } from 'react'
import type { LogGroups as Counted, LogGroup } from '../../logs/analyze/LogGroup.ts'
import type { Coverage } from '../../logs/Coverage.ts'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import type { LocalFilter } from '../../logs/filter/LocalFilter.ts'
import type { LogList } from '../../logs/list/LogList.ts'
import type { LogRow } from '../../logs/Log.ts'
import { describeLogs } from '../../logs/snapshot/describeLogs.ts'
import type { ChainLogsResult } from '../../logs/snapshot/LogsResult.ts'
import { FilterChips } from '../LogTable/FilterChips.tsx'
import type { LogFilterAction } from '../LogTable/model/LogFilterAction.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { classNames } from '../ui/classNames.ts'
import { Select } from '../ui/Select.tsx'
import { withRef } from '../ui/withRef.ts'
import type { AddressLabels } from '../values/AddressLabels.ts'
import type { AddressResolver } from '../values/AddressStore.ts'
import { AddressStores } from '../values/AddressStores.ts'
import { useLookups } from '../values/useLookups.ts'
import { useShownAddresses } from '../values/useShownAddresses.ts'
import {
  addGroupAddresses,
  cutGroups,
  groupChoices,
  groupTarget,
  groupText,
  type GroupChoice,
} from './groupChoices.ts'
import { LogGroupsMessage } from './LogGroupsMessage.tsx'
import { logGroupsStrings } from './logGroupsStrings.ts'
import { LogGroupsTable } from './LogGroupsTable.tsx'
import type { LogGroupsView } from './LogGroupsView.ts'
import { useLogGroups } from './useLogGroups.ts'

export interface LogGroupsProps extends Omit<ComponentProps<'section'>, 'children'> {
  /** Ascending or descending in chain order. `undefined` while pending, as in a hook's result. */
  logs: LogList<LogRow> | readonly LogRow[] | undefined
  /** The status of the request. @default 'error' with an error and no logs, 'success' with logs, 'loading' without either */
  status?: 'idle' | 'loading' | 'success' | 'error' | undefined
  /** The coverage of the logs, to tell "no logs" from "unknown". */
  coverage?: Coverage | undefined
  /** Whether no log is missing. @default derived from `status` and `coverage` */
  isComplete?: boolean | undefined
  /** The newest block that could be read: later ones do not exist, or are not final, yet. The `head` of `useLogs` fits. */
  head?: bigint | undefined
  /** Whether the scan is paused. @default false */
  isScanPaused?: boolean | undefined
  /** Whether reading waits for the browser to be online. @default false */
  isOffline?: boolean | undefined
  /** The error, if nothing could be read. */
  error?: Error | null | undefined
  /** Called to retry everything that failed. */
  onRetry?: (() => void) | undefined
  /** Called to filter by a group's value. */
  onFilter?: ((action: LogFilterAction) => void) | undefined
  /** Filters, as in the table; filtered logs are not counted. @default none */
  filters?: readonly LocalFilter[] | undefined
  /** Called when the user removes one of the `filters`, which are listed if it is given. */
  onFiltersChange?: ((filters: readonly LocalFilter[]) => void) | undefined
  /** The initial grouping. */
  defaultView?: LogGroupsView | undefined
  /** Called when the user changes the grouping. */
  onViewChange?: ((view: LogGroupsView) => void) | undefined
  /** Number of groups listed at first; the others are counted together until the user shows more. @default 50 */
  limit?: number | undefined
  /** Labels of contracts and accounts. */
  labels?: AddressLabels | undefined
  /** Token units by address (case-insensitive), for sums of amounts. */
  tokens?: Readonly<Record<string, TokenUnit>> | undefined
  /** Token units that differ between the networks of a result of `useMultichainLogs`, by chain id and address. */
  tokensByChain?: Readonly<Record<number, Readonly<Record<string, TokenUnit>>>> | undefined
  /** Looks up the label of each address shown that has none in `labels`, as in `LogTable`. */
  resolveLabel?: AddressResolver<string> | undefined
  /** Looks up the unit of each token summed that has none in `tokens` or `tokensByChain`, as in `LogTable`. */
  resolveToken?: AddressResolver<TokenUnit> | undefined
  /**
   * `chains` of a result of `useMultichainLogs`: names the network of each contract, and links to its block explorer.
   * @default networks are named by their chain id
   */
  chains?: readonly Pick<ChainLogsResult, 'chainId' | 'name' | 'explorerUrl'>[] | undefined
  /** Base of a block explorer's URLs: `https://xonescan.com`. */
  explorerUrl?: string | undefined
}

const lookupTools = { AddressStores }
// Maximum events whose arguments are offered.
const offeredEvents = 12
// Maximum groups listed: more rows would slow the page down.
const maxListed = 1_000

/**
 * Groups logs by contract, event or any argument, with counts, block ranges and sums. `data-state` is `busy` or
 * `ready`; without logs `idle`, `loading`, `paused`, `offline`, `error`, `empty` (there are none), `undecodable` (none
 * matches its event), `awaiting` (their blocks do not exist, or are not final, yet) or `incomplete` (unknown).
 *
 * @example
 * <LogGroups logs={logs.data} error={logs.error} onRetry={logs.retry} />
 */
export const LogGroups = /* @__PURE__ */ withRef(function LogGroups(props: LogGroupsProps) {
  const { logs, coverage, isComplete, head, isScanPaused, isOffline, error, onRetry, ...more } = props
  const {
    onFilter,
    limit = 50,
    explorerUrl,
    chains,
    filters,
    onFiltersChange,
    defaultView = usual,
    onViewChange,
    status: given,
    className,
    ...others
  } = more
  const { labels, tokens, tokensByChain, resolveLabel, resolveToken, ...rest } = others
  const lookups = useLookups({ labels, tokens, tokensByChain, resolveLabel, resolveToken }, lookupTools)
  const strings = useStrings(logGroupsStrings)
  const titleId = useId()
  const [view, setView] = useState(defaultView)
  const [pages, setPages] = useState(1)
  const rows = logs ?? none
  const most = Math.max(limit, maxListed)
  const { choices, choice, sum, order, groups, busy } = useGrouping(rows, view, { filters, limit: most })
  const listed = Math.min(limit * pages, most)
  const shown = groups && cutGroups(groups, listed)
  useShownAddresses(lookups, (addresses) => {
    if (shown) addGroupAddresses(addresses, shown, choice, sum)
  })
  const showMore = (button: HTMLElement) => {
    const next = pages + 4
    // The button is unmounted after the last groups: focus moves to the table.
    if ((groups?.groups.length ?? 0) <= Math.min(limit * next, most))
      button.closest<HTMLElement>('[role="group"]')?.focus()
    // In a transition, because hundreds of rows would block the page.
    startTransition(() => setPages(next))
  }
  const change = (changes: LogGroupsView) => {
    const next = { ...view, ...changes }
    setView(next)
    onViewChange?.(next)
  }
  const withoutError = logs ? 'success' : 'loading'
  const status = given ?? (error && rows.length === 0 ? 'error' : withoutError)
  const undecodable = 'undecodable' in rows ? rows.undecodable : 0
  const { phase } = describeLogs({
    ...{ status, coverage, isComplete, head, isScanPaused, isOffline, undecodable },
    count: rows.length,
  })
  // Blocks that are not available yet are not missing.
  const isWhole = phase === 'complete' || phase === 'awaiting'
  const stateWithLogs = busy ? 'busy' : 'ready'
  const stateWithout = phase === 'failed' ? 'error' : phase
  const state = rows.length > 0 ? stateWithLogs : stateWithout
  const filter =
    onFilter &&
    ((group: LogGroup) =>
      onFilter({
        ...{ mode: 'only', target: groupTarget(choice), log: group.sample },
        values: [groupText(group, choice)],
      }))

  return (
    <section
      aria-labelledby={titleId}
      {...rest}
      className={classNames('topic0', 'topic0-log-groups', className)}
      data-state={state}
    >
      <h3 id={titleId} className="topic0-visually-hidden">
        {strings.groups}
      </h3>
      <div className="topic0-log-groups-bar">
        <Choice
          label={strings.groupBy}
          value={choice.id}
          choices={choices.by}
          onChange={(by) => {
            setPages(1)
            change({ by })
          }}
        />
        {choices.sums.length > 0 && (
          <Choice
            label={strings.sumOf}
            value={sum?.id ?? ''}
            onChange={(id) => change({ sum: id || undefined, order: undefined })}
            choices={[{ id: '', name: strings.noSum }, ...choices.sums]}
          />
        )}
        {filters && onFiltersChange && (
          <FilterChips view={{ filters, update: (changes) => onFiltersChange(changes.filters ?? []) }} />
        )}
        <span className="topic0-log-groups-count topic0-muted" role="status">
          {state === 'busy' && strings.counting}
          {state === 'ready' && groups && countText(groups)}
        </span>
      </div>
      {groups && sum && hasSeveral(groups, choice) && (
        <p className="topic0-log-groups-note topic0-muted">{strings.sumOfSeveralHelp}</p>
      )}
      {groups && shown && rows.length > 0 ? (
        <LogGroupsTable
          groups={shown}
          onMore={groups.groups.length > listed ? showMore : undefined}
          choice={choice}
          sum={sum}
          order={order}
          onOrder={(next) => change({ order: next })}
          onFilter={filter}
          labels={lookups.labels}
          tokens={lookups.tokens}
          chains={chains}
          explorerUrl={explorerUrl}
        />
      ) : (
        <LogGroupsMessage {...{ state, undecodable, error, onRetry }} />
      )}
    </section>
  )

  function countText({ distinct, isBounded }: Counted): string {
    const count = `${formatNumber(distinct, strings.locale)}${isBounded ? '+' : ''}`
    return isWhole ? strings.groupCount(count) : strings.groupsSoFar(count)
  }
})

/** The groups of a view, and the groupings and sums to choose from. */
function useGrouping(
  logs: LogList<LogRow> | readonly LogRow[],
  view: LogGroupsView,
  { filters, limit }: { filters: LogGroupsProps['filters']; limit: number },
) {
  const strings = useStrings(logGroupsStrings)
  const events = useLogGroups(logs, { by: { field: 'event', byTopicCount: true }, limit: offeredEvents })
  const choices = groupChoices(events.groups?.groups ?? [], strings)
  const choice = choices.by.find(({ id }) => id === view.by) ?? choices.by[0]!
  const sum = choices.sums.find(({ id }) => id === view.sum)
  const order = sum ? (view.order ?? 'sum') : 'count'
  const counted = useLogGroups(logs, { by: choice.by, sum: sum?.sum, order, filters, limit })
  return { choices, choice, sum, order, ...counted }
}

/** Whether numbers of several contracts are summed, in one group or in different ones. */
function hasSeveral({ groups, others }: Counted, { by }: GroupChoice): boolean {
  const summed = [...groups, others].filter(({ sum }) => sum !== undefined)
  if (by.field === 'address') return summed.some(({ sumOf }) => sumOf === undefined)
  return summed.some(({ sumOf }) => sumOf === undefined || sumOf !== summed[0]!.sumOf)
}

const none: readonly LogRow[] = []
const usual: LogGroupsView = {}

interface ChoiceProps {
  label: string
  value: string
  onChange: (id: string) => void
  choices: readonly { id: string; name: string }[]
}

function Choice({ label, value, onChange, choices }: ChoiceProps) {
  const id = useId()
  return (
    <span className="topic0-log-groups-choice">
      <label htmlFor={id}>{label}</label>
      <Select
        {...{ id, value, onChange }}
        choices={choices.map((choice) => ({ value: choice.id, label: choice.name }))}
      />
    </span>
  )
}
