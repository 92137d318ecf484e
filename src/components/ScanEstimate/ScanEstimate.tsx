'use client'
import { useId, type ComponentProps } from 'react'
import type { ScanEstimate as Estimate } from '../../logs/scan/estimate/ScanEstimate.ts'
import { errorWords } from '../strings/errorWords.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { classNames } from '../ui/classNames.ts'
import { withRef } from '../ui/withRef.ts'
import { ChainText } from '../values/ChainText.tsx'
import { formatBounds } from '../values/formatBounds.ts'
import { formatDurationRange } from '../values/formatDurationRange.ts'
import { formatShare } from '../values/formatShare.ts'
import { estimateStrings } from './estimateStrings.ts'

export interface ScanEstimateProps extends Omit<ComponentProps<'section'>, 'children'> {
  /** The result of `useScanEstimate`; `undefined` while unknown. */
  estimate: Estimate | undefined
  /** Whether the estimate is pending. @default false */
  pending?: boolean | undefined
  /** Why the estimate failed. */
  error?: Error | null | undefined
  /** Whether such a scan needs confirmation. @default if it may exceed the budget */
  needsConfirmation?: boolean | undefined
}

/**
 * The estimated cost of a scan: requests, time and share of the daily budget. `data-state` is `empty`,
 * `pending`, `error`, `free`, `ready` or `exceeds`.
 *
 * @example
 * <ScanEstimate estimate={useScanEstimate({ address: token, event: transfer }).data} />
 */
export const ScanEstimate = /* @__PURE__ */ withRef(function ScanEstimate(props: ScanEstimateProps) {
  const {
    estimate,
    pending = false,
    error,
    needsConfirmation = estimate?.exceedsBudget,
    className,
    ...rest
  } = props
  const strings = useStrings(estimateStrings)
  const id = useId()
  const free = estimate?.requests.high === 0
  const state = stateOf()
  return (
    <section
      aria-labelledby={id}
      {...rest}
      className={classNames('topic0', 'topic0-scan-estimate', className)}
      data-state={state}
    >
      <h3 id={id} className="topic0-label">
        {strings.estimate}
      </h3>
      {estimate && !free && <Cost estimate={estimate} />}
      {free && <p className="topic0-estimate-notes">{strings.estimateFree}</p>}
      {state === 'pending' && <p className="topic0-muted">{strings.estimatePending}</p>}
      {state === 'error' && <p className="topic0-muted">{strings.estimateFailed}</p>}
      {state === 'error' && error && (
        <p className="topic0-muted">
          <ChainText text={errorWords(error, strings).what} />
        </p>
      )}
      {state === 'empty' && <p className="topic0-muted">{strings.estimateEmpty}</p>}
      {state === 'exceeds' && <p className="topic0-estimate-warning">{strings.estimateNeedsConfirmation}</p>}
    </section>
  )

  function stateOf() {
    if (free) return 'free'
    if (estimate) return needsConfirmation ? 'exceeds' : 'ready'
    if (pending) return 'pending'
    return error ? 'error' : 'empty'
  }
})

function Cost({ estimate }: { estimate: Estimate }) {
  const strings = useStrings(estimateStrings)
  const { requests, seconds, share, blocks, missingBlocks, counted, density } = estimate
  const { locale } = strings
  const number = (value: number | bigint) => formatNumber(value, locale)
  const cached = blocks - missingBlocks
  return (
    <>
      <p className="topic0-estimate-cost">
        <strong className="topic0-number">{strings.estimateRequests(formatBounds(requests, number))}</strong>
        <span className="topic0-number">{formatDurationRange(seconds, locale)}</span>
        {share && (
          <span className="topic0-number">
            {strings.estimateShare(formatBounds(share, (value) => formatShare(value, locale)))}
          </span>
        )}
      </p>
      <p className="topic0-estimate-notes topic0-muted">
        {counted && counted.logs > 0 && (
          <span>
            {counted.isComplete
              ? strings.logCount(number(counted.logs))
              : strings.estimateCounted(strings.logCount(number(counted.logs)))}
          </span>
        )}
        <span>{strings.estimateBlocks(strings.blocks(number(missingBlocks)))}</span>
        {cached > 0n && <span>{strings.estimateCached(number(cached))}</span>}
      </p>
      {density === 'unknown' && requests.high > 2 * requests.low && (
        <p className="topic0-muted">{strings.estimateRough}</p>
      )}
    </>
  )
}
