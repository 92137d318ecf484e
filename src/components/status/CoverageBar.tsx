'use client'
import type { ComponentProps, CSSProperties } from 'react'
import type { BlockInterval, Coverage } from '../../logs/Coverage.ts'
import { countBlocks } from '../../logs/intervals.ts'
import { formatInterval } from '../strings/formatInterval.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { classNames } from '../ui/classNames.ts'
import { withRef } from '../ui/withRef.ts'
import { coverageRange } from './coverageRange.ts'
import { coverageSegments } from './coverageSegments.ts'
import { coverageStrings } from './coverageStrings.ts'
import { blockStates, splitCoverage } from './splitCoverage.ts'

export interface CoverageBarProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Which blocks are verified, archived, trimmed, pending or failed. */
  coverage: Coverage
  /** The blocks the bar spans. @default the range of the coverage */
  range?: BlockInterval | undefined
  /** Shows the counts below the bar. @default true */
  legend?: boolean | undefined
}

/**
 * The verified, archived, trimmed, pending, failed and unrequested blocks of a range as a bar, described in words.
 * `data-state` is `complete`, `partial`, `failed` or, if no block was requested, `idle`.
 *
 * @example
 * <>{logs.coverage && <CoverageBar coverage={logs.coverage} />}</>
 */
export const CoverageBar = /* @__PURE__ */ withRef(function CoverageBar({
  coverage,
  range,
  legend = true,
  className,
  ...rest
}: CoverageBarProps) {
  const strings = useStrings(coverageStrings)
  const whole = range ?? coverageRange(coverage)
  const segments = whole ? coverageSegments(coverage, whole) : []
  const counts = whole ? countStates(coverage, whole) : []
  const facts = counts
    .filter(({ blocks }) => blocks > 0n)
    .map(({ state, blocks }) => ({
      state,
      name: strings[state],
      text: strings.blocks(formatNumber(blocks, strings.locale)),
    }))
  const words = facts.map(({ name, text }) => `${name} ${text}`).join(', ')
  return (
    <div
      {...rest}
      className={classNames('topic0', 'topic0-coverage-bar', className)}
      data-state={stateOf(counts)}
    >
      <div
        className="topic0-coverage-track"
        role="img"
        aria-label={`${strings.coverage}: ${words || strings.notRequested}`}
      >
        {segments.map(({ state, range: part, blocks, start, length }) => (
          <span
            key={`${state}:${part.from}`}
            data-state={state}
            data-scattered={blocks < countBlocks([part])}
            title={`${strings[state]}: ${strings.blocks(formatNumber(blocks, strings.locale))}, ${formatInterval(part, strings.locale)}`}
            style={{ '--t0-start': `${start * 100}%`, inlineSize: `${length * 100}%` } as CSSProperties}
          />
        ))}
      </div>
      {legend && (
        <ul className="topic0-coverage-legend" aria-hidden="true">
          {facts.map(({ state, name, text }) => (
            <li key={state} data-state={state}>
              <span className="topic0-swatch" /> {name} <span className="topic0-number">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
})

type Counts = readonly { state: (typeof blockStates)[number]; blocks: bigint }[]

function countStates(coverage: Coverage, whole: BlockInterval): Counts {
  const parts = splitCoverage(coverage, whole)
  return blockStates.map((state) => ({ state, blocks: countBlocks(parts[state]) }))
}

function stateOf(counts: Counts): 'complete' | 'partial' | 'failed' | 'idle' {
  const present = new Set(counts.filter(({ blocks }) => blocks > 0n).map(({ state }) => state))
  if (present.has('failed')) return 'failed'
  if (!present.has('pending') && !present.has('notRequested')) return present.size > 0 ? 'complete' : 'idle'
  return present.size === 1 && present.has('notRequested') ? 'idle' : 'partial'
}
