'use client'
import { useId, type ComponentProps } from 'react'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/classNames.ts'
import { useNow } from '../ui/useNow.ts'
import { withRef } from '../ui/withRef.ts'
import { formatDuration } from '../values/formatDuration.ts'
import { budgetStrings } from './budgetStrings.ts'

/** What `BudgetMeter` shows. The pool's `BudgetStatus` fits. */
export interface BudgetView {
  /** Requests sent today. */
  readonly used: number
  /** Requests allowed per day; `undefined` without a limit. */
  readonly quota: number | undefined
  /** When the next day's budget begins, in milliseconds since the epoch. */
  readonly resetsAt: number
  /** Whether the budget may be exceeded today. */
  readonly ignored?: boolean | undefined
  /** Whether requests beyond the budget are refused: there is no button to exceed it. */
  readonly enforced?: boolean | undefined
}

export interface BudgetMeterProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** `undefined` while unknown. */
  budget: BudgetView | undefined
  /** Shows only the used share. @default false */
  compact?: boolean | undefined
  /** Shows a button to exceed the budget, once it is spent. */
  onIgnoreBudget?: (() => void) | undefined
  /** The time in milliseconds since the epoch. @default now */
  now?: number | undefined
}

/** From this share on, `data-state` is `low`. */
const low = 0.8

/**
 * The used share of today's request budget. `data-state` is `unknown`, `unmetered`, `empty`, `partial`, `low` or `spent`.
 *
 * @example
 * <BudgetMeter budget={useNetworkStatus().budget} />
 */
export const BudgetMeter = /* @__PURE__ */ withRef(function BudgetMeter(props: BudgetMeterProps) {
  const { budget, compact = false, onIgnoreBudget, now: given, className, ...rest } = props
  const strings = useStrings(budgetStrings)
  const id = useId()
  const now = useNow(!compact && budget?.quota !== undefined, given)
  const state = stateOf(budget)
  const number = (value: number) => formatNumber(value, strings.locale)
  const quota = budget?.quota
  const used = number(budget?.used ?? 0)
  const known = quota === undefined ? strings.budgetUnmetered(used) : strings.budgetUsed(used, number(quota))
  const text = budget ? known : strings.budgetNotKnown
  return (
    <div
      {...rest}
      className={classNames('topic0', 'topic0-budget-meter', className)}
      data-state={state}
      data-compact={compact}
    >
      <div className="topic0-budget-line">
        <span id={id} className={compact ? 'topic0-visually-hidden' : 'topic0-label'}>
          {strings.budget}
        </span>
        <span className="topic0-budget-text topic0-number">{text}</span>
      </div>
      {budget && quota !== undefined && (
        <div
          className="topic0-budget-track"
          role="meter"
          aria-labelledby={id}
          aria-valuemin={0}
          aria-valuemax={quota}
          aria-valuenow={Math.min(budget.used, quota)}
          aria-valuetext={text}
        >
          <span style={{ inlineSize: `${share(budget.used, quota) * 100}%` }} />
        </div>
      )}
      {!compact && budget && quota !== undefined && (
        <p className="topic0-muted">
          {state === 'spent' && !budget.ignored && <strong>{strings.budgetSpent}. </strong>}
          {budget.ignored && <span>{strings.budgetIgnored} </span>}
          {state === 'spent' && budget.enforced && <span>{strings.budgetEnforced} </span>}
          {now !== undefined &&
            now < budget.resetsAt &&
            strings.budgetResets(formatDuration((budget.resetsAt - now) / 1_000, strings.locale))}
        </p>
      )}
      {!compact && state === 'spent' && !budget?.ignored && !budget?.enforced && onIgnoreBudget && (
        <Button onClick={onIgnoreBudget}>{strings.ignoreBudget}</Button>
      )}
    </div>
  )
})

function stateOf(budget: BudgetView | undefined) {
  if (!budget) return 'unknown'
  const { used, quota } = budget
  if (quota === undefined) return 'unmetered'
  if (used >= quota) return 'spent'
  if (used === 0) return 'empty'
  return used >= quota * low ? 'low' : 'partial'
}

function share(used: number, quota: number): number {
  return Math.min(1, used / quota)
}
