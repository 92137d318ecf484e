'use client'
import type { LogGroup, LogGroups } from '../../logs/analyze/LogGroup.ts'
import { chainValue } from '../../logs/decode/addressMap.ts'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import type { ChainLogsResult } from '../../logs/snapshot/LogsResult.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import * as icons from '../ui/icons.tsx'
import { ChainText } from '../values/ChainText.tsx'
import { shortHex } from '../values/shortHex.ts'
import { valueToText } from '../values/valueToText.ts'
import { visibleText } from '../values/visibleText.ts'
import {
  groupArgument,
  groupChainId,
  groupText,
  isFilterable,
  type SumChoice,
  type GroupChoice,
} from './groupChoices.ts'
import { GroupKey } from './GroupKey.tsx'
import { CountCell, SumCell } from './LogGroupCells.tsx'
import { logGroupsStrings } from './logGroupsStrings.ts'

interface LogGroupsTableProps {
  groups: LogGroups
  choice: GroupChoice
  sum: SumChoice | undefined
  order: 'count' | 'sum'
  onOrder: (order: 'count' | 'sum') => void
  onFilter: ((group: LogGroup) => void) | undefined
  /** Shows more groups, when its button is pressed; `undefined` if there are none. */
  onMore: ((button: HTMLElement) => void) | undefined
  labels: ReadonlyMap<string, string>
  tokens: ReadonlyMap<string, TokenUnit>
  chains: readonly Pick<ChainLogsResult, 'chainId' | 'name' | 'explorerUrl'>[] | undefined
  explorerUrl: string | undefined
}

/** One row per group, and one for all groups not listed. */
export function LogGroupsTable(props: LogGroupsTableProps) {
  const { groups, choice, sum, order, onOrder, onFilter, onMore, labels, tokens } = props
  const { chains, explorerUrl } = props
  const strings = useStrings(logGroupsStrings)
  const number = (value: number | bigint) => formatNumber(value, strings.locale)
  const { total, others } = groups
  const isMultichain = groups.groups.some(({ sample }) => 'chainId' in sample)
  const isByNetwork = isMultichain && choice.by.field === 'address'
  // Block numbers of different networks do not compare.
  const hasBlocks = !isMultichain || isByNetwork
  const chainOf = (group: LogGroup) => {
    const chainId = groupChainId(group, choice)
    return (
      chains?.find((chain) => chain.chainId === chainId) ?? { name: String(chainId), explorerUrl: undefined }
    )
  }
  const nameOf = (group: LogGroup) => {
    const text = keyText(group, choice, labels)
    return isByNetwork ? `${text}, ${visibleText(chainOf(group).name)}` : text
  }
  return (
    // Scrollable, so it must be focusable.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="topic0-log-groups-scroll" role="group" aria-label={choice.name} tabIndex={0}>
      <table className="topic0-log-groups-table" aria-label={strings.groups}>
        <GroupsHead
          {...{ choice, sum, order, onOrder, isByNetwork, hasBlocks }}
          hasActions={onFilter !== undefined}
        />
        <tbody>
          {groups.groups.map((group) => (
            <tr key={group.key}>
              {/* Named without the buttons inside. */}
              <th scope="row" aria-label={nameOf(group)}>
                <GroupKey
                  {...{ group, choice, labels }}
                  explorerUrl={explorerUrl ?? chainOf(group).explorerUrl}
                />
              </th>
              {isByNetwork && (
                <td>
                  <ChainText text={chainOf(group).name} />
                </td>
              )}
              <CountCell count={group.count} total={total}>
                {number(group.count)}
              </CountCell>
              {sum && <SumCell total={group} choice={sum} tokens={tokens} />}
              {hasBlocks && (
                <>
                  <td data-align="end">{number(group.firstBlock)}</td>
                  <td data-align="end">{number(group.lastBlock)}</td>
                </>
              )}
              {onFilter && (
                <td data-align="end">
                  {isFilterable(group, choice) && (
                    <IconButton
                      icon={icons.search}
                      name={`${strings.onlyThis}: ${nameOf(group)}`}
                      onClick={() => onFilter(group)}
                    />
                  )}
                </td>
              )}
            </tr>
          ))}
          {others.count > 0 && (
            <OthersRow
              {...{ groups, sum, tokens, onMore, isByNetwork, hasBlocks }}
              hasActions={onFilter !== undefined}
            />
          )}
        </tbody>
      </table>
    </div>
  )
}

interface GroupsHeadProps extends Pick<LogGroupsTableProps, 'choice' | 'sum' | 'order' | 'onOrder'> {
  isByNetwork: boolean
  hasBlocks: boolean
  hasActions: boolean
}

/** The header row. Groups are sorted by their number of logs or by their sum. */
function GroupsHead(props: GroupsHeadProps) {
  const { choice, sum, order, onOrder, isByNetwork, hasBlocks, hasActions } = props
  const strings = useStrings(logGroupsStrings)
  const sorted = sum ? order : 'count'
  return (
    <thead>
      <tr>
        <th scope="col">{choice.name}</th>
        {isByNetwork && <th scope="col">{strings.network}</th>}
        <SortableHead text={strings.logs} active={sorted === 'count'} onSort={() => onOrder('count')} />
        {sum && (
          <SortableHead
            text={strings.sumOfNumber(sum.name)}
            active={sorted === 'sum'}
            onSort={() => onOrder('sum')}
          />
        )}
        {hasBlocks && (
          <>
            <th scope="col" data-align="end">
              {strings.firstBlock}
            </th>
            <th scope="col" data-align="end">
              {strings.lastBlock}
            </th>
          </>
        )}
        {hasActions && (
          <th scope="col">
            <span className="topic0-visually-hidden">{strings.cellActions}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

type OthersRowProps = Pick<LogGroupsTableProps, 'groups' | 'sum' | 'tokens' | 'onMore'> &
  Pick<GroupsHeadProps, 'isByNetwork' | 'hasBlocks' | 'hasActions'>

/** All groups that are not listed, counted together. */
function OthersRow(props: OthersRowProps) {
  const { groups, sum, tokens, onMore, isByNetwork, hasBlocks, hasActions } = props
  const { total, others, distinct, isBounded } = groups
  const strings = useStrings(logGroupsStrings)
  const number = (value: number) => formatNumber(value, strings.locale)
  return (
    <tr data-state="others">
      <th scope="row">
        <span>
          {strings.otherGroups(`${number(distinct - groups.groups.length)}${isBounded ? '+' : ''}`)}
        </span>{' '}
        {onMore && <Button onClick={({ currentTarget }) => onMore(currentTarget)}>{strings.showMore}</Button>}
      </th>
      {isByNetwork && <td>–</td>}
      <CountCell count={others.count} total={total}>
        {number(others.count)}
      </CountCell>
      {sum && <SumCell total={others} choice={sum} tokens={tokens} />}
      {hasBlocks && (
        <>
          <td data-align="end">–</td>
          <td data-align="end">–</td>
        </>
      )}
      {hasActions && <td aria-hidden="true" />}
    </tr>
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

/** The accessible name of a group. */
function keyText(group: LogGroup, choice: GroupChoice, labels: ReadonlyMap<string, string>): string {
  const { sample } = group
  if (choice.id === 'event') return visibleText(sample.decoded?.signature ?? shortHex(group.key))
  const value = groupArgument(group, choice)?.value ?? groupText(group, choice)
  const label = typeof value === 'string' ? chainValue(labels, sample, value) : undefined
  return visibleText(label ?? valueToText(value, 40))
}
