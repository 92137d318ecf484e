'use client'
import { useState } from 'react'
import type { Address, Hash } from 'viem'
import { readField } from '../../../logs/analyse/matchesLocal.ts'
import type { TokenUnit } from '../../../logs/decode/TokenUnit.ts'
import type { LocalFilter } from '../../../logs/filter/LocalFilter.ts'
import type { LogRow } from '../../../logs/Log.ts'
import { formatNumber } from '../../strings/formatNumber.ts'
import { useStrings } from '../../strings/useStrings.ts'
import { Menu } from '../../ui/Menu.tsx'
import type { MenuAnchor, MenuItem } from '../../ui/MenuItem.ts'
import type { LinkBuilders } from '../../values/LinkBuilders.ts'
import { cellTargets } from '../cells/cellTargets.ts'
import type { CellTarget } from '../cells/cellTargets.ts'
import type { ColumnSet } from '../columns/ColumnSet.ts'
import type { LogFilterAction } from '../model/LogFilterAction.ts'
import type { LogColumnId, LogSort } from '../model/LogTableView.ts'
import { tableToolsStrings } from '../model/tableToolsStrings.ts'
import type { TableToolsStrings } from '../model/tableToolsStrings.ts'
import { sortItems } from './sortItems.ts'

interface CellMenuProps {
  log: LogRow
  column: LogColumnId
  /** The columns that are not built-in. */
  own: ColumnSet['own']
  /** The text of the cell on the screen. */
  rendered: string
  /** The argument under the pointer. */
  arg: number | undefined
  anchor: MenuAnchor
  labels: ReadonlyMap<string, string>
  /** Token units by lower-case address. */
  tokens: ReadonlyMap<string, TokenUnit>
  links: Required<LinkBuilders>
  /** The marked logs, if this is one of them. */
  marked: () => readonly LogRow[]
  onFilter: ((action: LogFilterAction) => void) | undefined
  onLocalFilter: (filter: LocalFilter) => void
  sort: LogSort
  onSort: (changes: { sort: LogSort | undefined }) => void
  onOpen: ((log: LogRow) => void) | undefined
  onEditAddress: ((address: Address, field: 'name' | 'abi') => void) | undefined
  onReadTokens: ((addresses: readonly Address[]) => void) | undefined
  onCopy: (text: string) => void
  onClose: () => void
}

/** The menu of a cell. With several values, the value is chosen first. */
export function CellMenu(props: CellMenuProps) {
  const { log, column, own, rendered, arg, anchor, labels, tokens, onOpen, onClose } = props
  const strings = useStrings(tableToolsStrings)
  const targets = cellTargets(log, column, strings, labels, tokens, { own: own.get(column), rendered })
  const pointed = column === 'event' && arg !== undefined ? targets[arg + 1] : undefined
  const [chosen, setChosen] = useState(pointed ?? (targets.length === 1 ? targets[0] : undefined))
  const choices = targets.map((target): MenuItem => ({
    kind: 'action',
    label: `${target.name}: ${target.text}`,
    further: true,
    onChoose: () => setChosen(target),
  }))
  const items = chosen ? valueItems(props, chosen, strings) : choices
  if (onOpen) items.push({ kind: 'action', label: strings.openLog, onChoose: () => onOpen(log) })
  return (
    // Remounted for the chosen value, so that its first item takes focus.
    <Menu key={chosen?.name ?? ''} label={strings.cellActions} {...{ anchor, items, onClose }} />
  )
}

/** The actions on a value: filter, sort, copy, name, and open in a block explorer. */
function valueItems(props: CellMenuProps, target: CellTarget, strings: TableToolsStrings): MenuItem[] {
  const { log, own, sort, onSort, onCopy, onReadTokens, onEditAddress } = props
  const { name, text, raw, copy, field, link } = target
  const items: MenuItem[] = [{ kind: 'heading', key: name, label: `${name} ${text}`, detail: raw }]
  const act = (label: string, onChoose: () => void) => items.push({ kind: 'action', label, onChoose })
  items.push(...filterItems(props, target, strings))
  if (target.sort) items.push(separator('sort'), ...sortItems(target.sort, sort, { strings, own }, onSort))
  items.push(separator('value'))
  act(strings.copyValue, () => onCopy(copy))
  if (onReadTokens && target.lacksUnit) act(strings.readToken, () => onReadTokens([log.address]))
  if (onEditAddress && link === 'address')
    act(strings.nameAddress, () => onEditAddress(copy as Address, 'name'))
  if (onEditAddress && field?.field === 'topic' && field.position === 0 && !log.decoded)
    act(strings.pasteAbi, () => onEditAddress(log.address, 'abi'))
  const href = explorerPage(props, target)
  if (href !== undefined) items.push({ kind: 'link', label: strings.openInExplorer, href })
  return items
}

/** New queries for a value, and filters of the loaded logs. */
function filterItems(props: CellMenuProps, target: CellTarget, strings: TableToolsStrings): MenuItem[] {
  const { log, marked, onFilter, onLocalFilter } = props
  const { field } = target
  const value = field && readField(log, field)
  if (!field || value === undefined) return []
  const items: MenuItem[] = []
  const act = (label: string, onChoose: () => void) => items.push({ kind: 'action', label, onChoose })
  if (onFilter && target.isQueryable) {
    const query = (mode: 'only' | 'any', values: readonly string[]) =>
      onFilter({ mode, target: field, values, log })
    const values = [...new Set(marked().flatMap((one) => readField(one, field) ?? []))]
    act(strings.onlyThis, () => query('only', [value]))
    if (field.field !== 'block') act(strings.thisAsWell, () => query('any', [value]))
    if (values.length > 1 && field.field !== 'block')
      act(strings.anyOfSelected(formatNumber(values.length, strings.locale)), () => query('only', values))
  }
  items.push(separator('loaded'))
  const filterLoaded = (mode: 'only' | 'not') =>
    onLocalFilter({ ...field, mode, values: [value], label: `${target.name} ${target.text}` })
  act(strings.onlyLoaded, () => filterLoaded('only'))
  act(strings.notLoaded, () => filterLoaded('not'))
  return items
}

function separator(key: string): MenuItem {
  return { kind: 'heading', key: `:${key}`, label: '' }
}

/** The page of a value in the block explorer. */
function explorerPage({ log, links }: CellMenuProps, { link, copy }: CellTarget): string | undefined {
  if (link === 'block') return links.block(log.blockNumber)
  if (link === 'address') return links.address(copy as Address)
  return link === 'transaction' ? links.transaction(copy as Hash) : undefined
}
