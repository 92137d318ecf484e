'use client'
import { useId, useState } from 'react'
import type { ComponentProps } from 'react'
import type { LogGroup } from '../../logs/groupLogs.ts'
import type { LogRow } from '../../logs/Log.ts'
import type { LogList } from '../../logs/LogList.ts'
import type { AddressLabels } from '../AddressLabels.ts'
import { classNames } from '../classNames.ts'
import { ErrorMessage } from '../ErrorMessage.tsx'
import { formatNumber } from '../formatNumber.ts'
import { labelMap } from '../labelMap.ts'
import type { LogFilterAction } from '../LogTable/LogFilterAction.ts'
import { useStrings } from '../useStrings.ts'
import { groupChoices } from './groupChoices.ts'
import type { GroupChoice } from './groupChoices.ts'
import { LogGroupsTable } from './LogGroupsTable.tsx'
import { useLogGroups } from './useLogGroups.ts'

export interface LogGroupsProps extends Omit<ComponentProps<'section'>, 'children'> {
  /** In the chain's order, either way. `undefined` while nothing is known of them, as in the result of a hook that waits. */
  logs: LogList<LogRow> | readonly LogRow[] | undefined
  /** What the request for them is doing. @default 'error' with an error and no logs, 'success' with logs, 'loading' without either */
  status?: 'idle' | 'loading' | 'success' | 'error' | undefined
  error?: Error | null | undefined
  /** Asks again for everything that failed. */
  onRetry?: (() => void) | undefined
  /** Someone wants to see the logs of one group only. */
  onFilter?: ((action: LogFilterAction) => void) | undefined
  /** How many groups are listed; the others are counted together. @default 50 */
  limit?: number | undefined
  labels?: AddressLabels | undefined
  /** Base of a block explorer's URLs: `https://xonescan.com`. */
  explorerUrl?: string | undefined
}

// Events whose arguments are offered.
const offeredEvents = 12

/**
 * Logs by contract, event or any argument: how many, from which block to which, and the sum of a number.
 * `data-state` is `idle`, `loading`, `error`, `empty`, `busy` or `ready`.
 *
 * @example
 * <LogGroups logs={logs.data} onFilter={({ target, values }) => console.log(target, values)} />
 */
export function LogGroups(props: LogGroupsProps) {
  const { logs, status, error, onRetry, onFilter, limit = 50, labels, explorerUrl, ...more } = props
  const { className, ...rest } = more
  const strings = useStrings()
  const titleId = useId()
  const [byId, setById] = useState('contract')
  const [sumId, setSumId] = useState('')
  const [order, setOrder] = useState<'count' | 'sum'>('count')
  const rows = logs ?? none
  const events = useLogGroups(rows, { by: { field: 'topic', position: 0 }, limit: offeredEvents })
  const choices = groupChoices(events.groups?.groups ?? [], strings)
  const choice = choices.by.find(({ id }) => id === byId) ?? choices.by[0]!
  const sum = choices.sums.find(({ id }) => id === sumId)
  const { groups, busy } = useLogGroups(rows, {
    by: choice.by,
    sum: sum?.sum,
    order: sum ? order : 'count',
    limit,
  })
  const state =
    rows.length > 0
      ? busy
        ? 'busy'
        : 'ready'
      : status === 'error' || (!status && error)
        ? 'error'
        : status === 'idle'
          ? 'idle'
          : status === 'loading' || !logs
            ? 'loading'
            : 'empty'
  const filter =
    onFilter &&
    ((group: LogGroup) =>
      onFilter({ mode: 'only', target: targetOf(choice), values: [group.key], log: group.sample }))

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
        <Choice label={strings.groupBy} value={choice.id} onChange={setById} choices={choices.by} />
        {choices.sums.length > 0 && (
          <Choice
            label={strings.sumOf}
            value={sum?.id ?? ''}
            onChange={(id) => {
              setSumId(id)
              setOrder(id === '' ? 'count' : 'sum')
            }}
            choices={[{ id: '', name: strings.noSum }, ...choices.sums]}
          />
        )}
        <span className="topic0-log-groups-count topic0-muted" role="status">
          {state === 'busy'
            ? strings.counting
            : groups && state === 'ready'
              ? strings.groupCount(
                  `${formatNumber(groups.distinct, strings.locale)}${groups.isBounded ? '+' : ''}`,
                )
              : ''}
        </span>
      </div>
      {groups && rows.length > 0 ? (
        <LogGroupsTable
          groups={groups}
          choice={choice}
          sum={sum}
          order={order}
          onOrder={setOrder}
          onFilter={filter}
          labels={labelMap(labels)}
          explorerUrl={explorerUrl}
        />
      ) : (
        <div className="topic0-log-groups-message" role={state === 'error' ? 'alert' : undefined}>
          {state === 'error' ? (
            <>
              <strong>{strings.errorTitle}</strong>
              {error && <ErrorMessage error={error} />}
              {onRetry && (
                <button type="button" className="topic0-button" data-size="small" onClick={onRetry}>
                  {strings.retry}
                </button>
              )}
            </>
          ) : state === 'empty' ? (
            strings.emptyTitle
          ) : state === 'idle' ? (
            strings.idleTitle
          ) : state === 'loading' ? (
            strings.loading
          ) : (
            strings.counting
          )}
        </div>
      )}
    </section>
  )
}

const none: readonly LogRow[] = []

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
      <select
        id={id}
        className="topic0-select"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </span>
  )
}

function targetOf({ by, argument = '' }: GroupChoice): LogFilterAction['target'] {
  if (by.field === 'address') return { field: 'address' }
  return by.field === 'topic'
    ? { field: 'topic', position: by.position, ...(argument && { name: argument }) }
    : { ...by, name: argument }
}
