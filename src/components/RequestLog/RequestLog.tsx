'use client'
import { useMemo, useState, type ComponentProps, type MouseEvent } from 'react'
import type { RequestEvent } from '../../base/RequestEvent.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { ChoiceGroup } from '../ui/ChoiceGroup.tsx'
import { classNames } from '../ui/classNames.ts'
import { withRef } from '../ui/withRef.ts'
import { ChainText } from '../values/ChainText.tsx'
import { decodedStrings } from '../values/decodedStrings.ts'
import { formatBytes } from './formatBytes.ts'
import { requestLogStrings } from './requestLogStrings.ts'
import { RequestRow } from './RequestRow.tsx'
import { summarizeRequests, type RequestTotals } from './summarizeRequests.ts'

/** Rows shown at first: the log changes often, and users look for the newest calls. */
const firstRows = 50

const logStrings = { ...requestLogStrings, showAll: decodedStrings.showAll }
const outcomes = ['all', 'success', 'error', 'aborted'] as const

interface RequestLogProps extends Omit<ComponentProps<'section'>, 'children'> {
  /** The latest attempts of calls, oldest first. */
  requests: readonly RequestEvent[]
  /** Called to clear the log. */
  onClear?: (() => void) | undefined
}

/** Lists JSON-RPC calls, newest first, with their purpose, cost and outcome. `data-state` is `empty` or `filled`. */
export const RequestLog = /* @__PURE__ */ withRef(function RequestLog(props: RequestLogProps) {
  const { requests, onClear, className, ...rest } = props
  const { locale, showAll, requestLog: strings } = useStrings(logStrings)
  const [outcome, setOutcome] = useState<(typeof outcomes)[number]>('all')
  const [isAll, setAll] = useState(false)
  const totals = useMemo(() => summarizeRequests(requests), [requests])
  const matching = useMemo(
    () => withKeys(requests).filter(({ request }) => outcome === 'all' || request.outcome === outcome),
    [requests, outcome],
  )
  const shown = isAll ? matching : matching.slice(0, firstRows)
  const number = (value: number) => formatNumber(value, locale)
  // The pressed button is unmounted: focus moves to the log.
  const leaving = (press: () => void) => (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.closest('section')?.focus()
    press()
  }
  return (
    <section
      aria-label={strings.title}
      tabIndex={-1}
      {...rest}
      className={classNames('topic0', 'topic0-request-log', className)}
      data-state={requests.length === 0 ? 'empty' : 'filled'}
    >
      {requests.length === 0 ? (
        <p className="topic0-muted">{strings.empty}</p>
      ) : (
        <>
          <div className="topic0-request-log-head">
            <p className="topic0-number">
              {strings.summary(number(requests.length), number(totals.messages))}
              {totals.received > 0 && ` · ${formatBytes(totals.received, locale)}`}
            </p>
            {onClear && (
              <Button kind="quiet" onClick={leaving(onClear)}>
                {strings.clear}
              </Button>
            )}
          </div>
          <RequestTotalsTable totals={totals} />
          <ChoiceGroup
            label={strings.outcome}
            value={outcome}
            choices={outcomes.map((value) => ({ value, label: strings.outcomes[value] }))}
            onChange={setOutcome}
          />
          {matching.length === 0 ? (
            <p className="topic0-muted">{strings.noMatch}</p>
          ) : (
            <RequestTable requests={shown} />
          )}
          {shown.length < matching.length && (
            <Button onClick={leaving(() => setAll(true))}>{showAll(number(matching.length))}</Button>
          )}
        </>
      )}
    </section>
  )
})

interface KeyedRequest {
  readonly request: RequestEvent
  readonly key: string
}

/** The calls, newest first. Those of one message have the same id. */
function withKeys(requests: readonly RequestEvent[]): readonly KeyedRequest[] {
  const calls = new Map<number, number>()
  const keyed = requests.map((request) => {
    const { id } = request.message
    const call = calls.get(id) ?? 0
    calls.set(id, call + 1)
    return { request, key: `${id}:${call}` }
  })
  return keyed.reverse()
}

function RequestTable({ requests }: { requests: readonly KeyedRequest[] }) {
  const { requestLog: strings } = useStrings(requestLogStrings)
  return (
    <table className="topic0-requests">
      <thead>
        <tr>
          <th scope="col">{strings.time}</th>
          <th scope="col">{strings.call}</th>
          <th scope="col">{strings.result}</th>
        </tr>
      </thead>
      <tbody>
        {requests.map(({ request, key }) => (
          <RequestRow key={key} request={request} />
        ))}
      </tbody>
    </table>
  )
}

/** The cost of each method. */
function RequestTotalsTable({ totals }: { totals: RequestTotals }) {
  const { locale, requestLog: strings } = useStrings(requestLogStrings)
  const number = (value: number) => formatNumber(value, locale)
  return (
    <details className="topic0-request-totals">
      <summary>{strings.totals}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{strings.method}</th>
            <th scope="col">{strings.calls}</th>
            <th scope="col">{strings.failed}</th>
            <th scope="col">{strings.averageTime}</th>
            <th scope="col">{strings.received}</th>
          </tr>
        </thead>
        <tbody>
          {totals.methods.map(({ method, calls, failed, duration, received }) => (
            <tr key={method}>
              <th scope="row">
                <ChainText text={method} />
              </th>
              <td>{number(calls)}</td>
              <td>{number(failed)}</td>
              <td>
                <bdi>{strings.milliseconds(number(Math.round(duration / calls)))}</bdi>
              </td>
              <td>
                <bdi>{received === undefined ? '–' : formatBytes(received, locale)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
