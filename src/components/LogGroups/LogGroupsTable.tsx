'use client'
import type { ReactNode } from 'react'
import type { LogGroup, LogGroups } from '../../logs/analyse/LogGroup.ts'
import { chainValue, valueOf } from '../../logs/decode/chainValues.ts'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import * as icons from '../ui/icons.tsx'
import { amountText } from '../values/amounts.ts'
import { formatShare } from '../values/formatShare.ts'
import { shortHex } from '../values/shortHex.ts'
import { valueToText } from '../values/valueToText.ts'
import { visibleText } from '../values/visibleText.ts'
import type { SumChoice, GroupChoice } from './groupChoices.ts'
import { groupArgument } from './groupChoices.ts'
import { GroupKey } from './GroupKey.tsx'
import { logGroupsStrings } from './logGroupsStrings.ts'

interface LogGroupsTableProps {
  groups: LogGroups
  choice: GroupChoice
  sum: SumChoice | undefined
  order: 'count' | 'sum'
  onOrder: (order: 'count' | 'sum') => void
  onFilter: ((group: LogGroup) => void) | undefined
  /** Shows more groups; `undefined` if there are none. */
  onMore: (() => void) | undefined
  labels: ReadonlyMap<string, string>
  tokens: ReadonlyMap<string, TokenUnit>
  explorerUrl: string | undefined
}

/** One row per group, and one for all groups not listed. */
export function LogGroupsTable(props: LogGroupsTableProps) {
  const { groups, choice, sum, order, onOrder, onFilter, onMore, labels, tokens, explorerUrl } = props
  const strings = useStrings(logGroupsStrings)
  const number = (value: number | bigint) => formatNumber(value, strings.locale)
  const { total, others, distinct, isBounded } = groups
  const sorted = sum ? order : 'count'
  return (
    // Scrollable, so it must be focusable.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="topic0-log-groups-scroll" role="group" aria-label={choice.name} tabIndex={0}>
      <table className="topic0-log-groups-table" aria-label={strings.groups}>
        <thead>
          <tr>
            <th scope="col">{choice.name}</th>
            <SortableHead text={strings.logs} active={sorted === 'count'} onSort={() => onOrder('count')} />
            {sum && (
              <SortableHead
                text={strings.sumOfNumber(sum.name)}
                active={sorted === 'sum'}
                onSort={() => onOrder('sum')}
              />
            )}
            <th scope="col" data-align="end">
              {strings.firstBlock}
            </th>
            <th scope="col" data-align="end">
              {strings.lastBlock}
            </th>
            {onFilter && (
              <th scope="col">
                <span className="topic0-visually-hidden">{strings.cellActions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {groups.groups.map((group) => (
            <tr key={group.key}>
              {/* Named without the buttons inside. */}
              <th scope="row" aria-label={keyText(group, choice, labels)}>
                <GroupKey group={group} choice={choice} labels={labels} explorerUrl={explorerUrl} />
              </th>
              <CountCell count={group.count} total={total}>
                {number(group.count)}
              </CountCell>
              {sum && <SumCell total={group} choice={sum} tokens={tokens} />}
              <td data-align="end">{number(group.firstBlock)}</td>
              <td data-align="end">{number(group.lastBlock)}</td>
              {onFilter && (
                <td data-align="end">
                  <IconButton
                    icon={icons.search}
                    name={`${strings.onlyThis}: ${keyText(group, choice, labels)}`}
                    onClick={() => onFilter(group)}
                  />
                </td>
              )}
            </tr>
          ))}
          {others.count > 0 && (
            <tr data-state="others">
              <th scope="row">
                <span>
                  {strings.otherGroups(`${number(distinct - groups.groups.length)}${isBounded ? '+' : ''}`)}
                </span>{' '}
                {onMore && <Button onClick={onMore}>{strings.showMore}</Button>}
              </th>
              <CountCell count={others.count} total={total}>
                {number(others.count)}
              </CountCell>
              {sum && <SumCell total={others} choice={sum} tokens={tokens} />}
              <td data-align="end">–</td>
              <td data-align="end">–</td>
              {onFilter && <td aria-hidden="true" />}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

function SortableHead({ text, active, onSort }: { text: string; active: boolean; onSort: () => void }) {
  return (
    <th scope="col" data-align="end" aria-sort={active ? 'descending' : 'none'}>
      <button type="button" className="topic0-log-groups-sort" onClick={onSort}>
        {text}
        <span data-active={active}>{icons.down}</span>
      </button>
    </th>
  )
}

function CountCell({ count, total, children }: { count: number; total: number; children: ReactNode }) {
  const strings = useStrings(logGroupsStrings)
  const share = total === 0 ? 0 : count / total
  return (
    <td data-align="end" className="topic0-log-groups-logs">
      <span
        className="topic0-log-groups-share"
        style={{ inlineSize: `${share * 100}%` }}
        aria-hidden="true"
      />
      {children} <span className="topic0-muted">{formatShare(share, strings.locale)}</span>
    </td>
  )
}

/** The accessible name of a group. */
function keyText(group: LogGroup, choice: GroupChoice, labels: ReadonlyMap<string, string>): string {
  const { key, sample } = group
  if (choice.id === 'event') return visibleText(sample.decoded?.signature ?? shortHex(key))
  const value = groupArgument(group, choice)?.value ?? key
  const label = typeof value === 'string' ? chainValue(labels, sample, value) : undefined
  return visibleText(label ?? valueToText(value, 40))
}

interface SumCellProps {
  total: Pick<LogGroup, 'sum' | 'sumOf'>
  choice: SumChoice
  tokens: ReadonlyMap<string, TokenUnit>
}

/** A sum in the unit of its contract, if known. There is none across contracts. */
function SumCell({ total, choice, tokens }: SumCellProps) {
  const strings = useStrings(logGroupsStrings)
  const { sum, sumOf } = total
  if (sum === undefined) return <td data-align="end">–</td>
  if (sumOf === undefined)
    return (
      <td data-align="end" className="topic0-muted" title={strings.sumOfSeveralHelp}>
        {strings.sumOfSeveral}
      </td>
    )
  const unit = choice.isAmount ? valueOf(tokens, sumOf) : undefined
  const digits = formatNumber(sum, strings.locale)
  return (
    <td data-align="end" title={unit && digits}>
      {unit ? amountText(sum, unit, strings.locale) : digits}
    </td>
  )
}
