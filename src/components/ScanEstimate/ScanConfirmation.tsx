'use client'
import { useId, type ComponentProps } from 'react'
import type { ScanEstimate as Estimate } from '../../logs/scan/estimate/ScanEstimate.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/classNames.ts'
import * as icons from '../ui/icons.tsx'
import { withRef } from '../ui/withRef.ts'
import { formatBounds } from '../values/formatBounds.ts'
import { formatShare } from '../values/formatShare.ts'
import { estimateStrings } from './estimateStrings.ts'

export interface ScanConfirmationProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** The estimate to confirm. */
  estimate: Estimate
  /** Whether the scan is running and was paused for this. @default false */
  paused?: boolean | undefined
  /** Called when the user confirms. */
  onConfirm: () => void
  /** Called when the user declines. */
  onDismiss: () => void
}

/**
 * Asks to confirm an expensive scan. It takes focus when it appears. `data-state` is `exceeds` if more
 * requests may be needed than are left today, else `costly`.
 *
 * @example
 * const { data } = useScanEstimate({ address: token, event: transfer })
 * const question = data && <ScanConfirmation estimate={data} onConfirm={() => console.log('run')} onDismiss={() => console.log('leave')} />
 */
export const ScanConfirmation = /* @__PURE__ */ withRef(function ScanConfirmation(
  props: ScanConfirmationProps,
) {
  const { estimate, paused = false, onConfirm, onDismiss, className, ...rest } = props
  const strings = useStrings(estimateStrings)
  const id = useId()
  const { requests, share, exceedsBudget, basis } = estimate
  const { locale } = strings
  const number = (value: number) => formatNumber(value, locale)
  const most = strings.estimateRequests(number(requests.high))
  const left = number(basis.remaining ?? 0)
  const reason = exceedsBudget ? budgetReason() : costReason()
  return (
    // Escape declines from anywhere in the dialog.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      {...rest}
      className={classNames('topic0', 'topic0-scan-confirmation', className)}
      data-state={exceedsBudget ? 'exceeds' : 'costly'}
      onKeyDown={(event) => {
        rest.onKeyDown?.(event)
        if (event.key === 'Escape') onDismiss()
      }}
    >
      <div className="topic0-panel" data-state="not-known">
        <span className="topic0-panel-icon">{icons.warning}</span>
        <strong id={`${id}title`}>{strings.confirmTitle}</strong>
        <div id={`${id}text`}>
          <p>
            {reason} {exceedsBudget && basis.enforced && strings.confirmEnforced}
          </p>
          <p className="topic0-muted">{paused ? strings.confirmPaused : strings.confirmNothingSent}</p>
        </div>
        <div className="topic0-confirmation-actions">
          {/* The safe choice has the initial focus. */}
          <Button size="normal" ref={focusFirst} onClick={onDismiss}>
            {strings.cancelRun}
          </Button>
          <Button size="normal" kind="primary" onClick={onConfirm}>
            {strings.runAnyway}
          </Button>
        </div>
      </div>
    </div>
  )

  function costReason(): string {
    return share ? strings.confirmShare(most, formatShare(share.high, locale)) : strings.confirmRequests(most)
  }

  function budgetReason(): string {
    return requests.low > (basis.remaining ?? 0)
      ? strings.confirmExceeds(strings.estimateRequests(formatBounds(requests, number)), left)
      : strings.confirmMayExceed(most, left)
  }
})

function focusFirst(button: HTMLButtonElement | null): void {
  button?.focus()
}
