'use client'
import { useState } from 'react'
import type { Address, Hash } from 'viem'
import { readField } from '../../../logs/analyze/matchesLocal.ts'
import { addLocalFilter } from '../../../logs/filter/addLocalFilter.ts'
import type { LogRow } from '../../../logs/Log.ts'
import { formatNumber } from '../../strings/formatNumber.ts'
import { useStrings } from '../../strings/useStrings.ts'
import { Menu } from '../../ui/Menu.tsx'
import type { MenuItem } from '../../ui/MenuItem.ts'
import { cellTargets, isQueryable, type CellTarget } from '../cells/cellTargets.ts'
import { tableToolsStrings, type TableToolsStrings } from '../model/tableToolsStrings.ts'
import type { TableMenuProps } from './OpenMenu.ts'
import { sortItems } from './sortItems.ts'

interface CellMenuProps extends TableMenuProps {
  log: LogRow
}

/** The menu of a cell. With several values, the value is chosen first. */
export function CellMenu(props: CellMenuProps) {
  const { menu, log, view, labels, tokens, onClose } = props
  const { column = '', place, anchor, rendered } = menu
  const { arg } = place
  const { onSelect } = props.props
  const strings = useStrings(tableToolsStrings)
  const own = view.set.own.get(column)
  const targets = cellTargets(log, column, strings, labels, tokens, { own, rendered })
  const pointed = column === 'event' && arg !== undefined ? targets[arg + 1] : undefined
  const [chosen, setChosen] = useState(pointed ?? (targets.length === 1 ? targets[0] : undefined))
  const choices = targets.map((target): MenuItem => ({
    kind: 'action',
    label: `${target.name}: ${target.text}`,
    further: true,
    onChoose: () => setChosen(target),
  }))
  const items = chosen ? valueItems(props, chosen, strings) : choices
  if (onSelect) items.push({ kind: 'action', label: strings.openLog, onChoose: () => onSelect(log) })
  if (items.length === 0) items.push({ kind: 'heading', key: 'nothing', label: '–' })
  return (
    // Remounted for the chosen value, so that its first item takes focus.
    <Menu key={chosen?.name ?? ''} label={strings.cellActions} {...{ anchor, items, onClose }} />
  )
}

/** The actions on a value: filter, sort, copy, name, and open in a block explorer. */
function valueItems(props: CellMenuProps, target: CellTarget, strings: TableToolsStrings): MenuItem[] {
  const { log, view, sort, onCopy } = props
  const { onReadTokens, onEditAddress } = props.props
  const { own } = view.set
  const { name, text, raw, copy, field, link } = target
  const items: MenuItem[] = [{ kind: 'heading', key: name, label: `${name} ${text}`, detail: raw }]
  const act = (label: string, onChoose: () => void) => items.push({ kind: 'action', label, onChoose })
  items.push(...filterItems(props, target, strings))
  if (target.sort)
    items.push(separator('sort'), ...sortItems(target.sort, sort, { strings, own }, view.update))
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
  const { log, view, selection } = props
  const { onFilter } = props.props
  const { field } = target
  const value = field && readField(log, field)
  if (!field || value === undefined) return []
  const items: MenuItem[] = []
  const act = (label: string, onChoose: () => void) => items.push({ kind: 'action', label, onChoose })
  if (onFilter && isQueryable(field)) {
    const query = (mode: 'only' | 'any', values: readonly string[]) =>
      onFilter({ mode, target: field, values, log })
    const marked = selection.has(log) ? selection.logs() : []
    const values = [...new Set(marked.flatMap((one) => readField(one, field) ?? []))]
    act(strings.onlyThis, () => query('only', [value]))
    if (field.field !== 'block') {
      act(strings.thisAsWell, () => query('any', [value]))
      if (values.length > 1)
        act(strings.anyOfSelected(formatNumber(values.length, strings.locale)), () => query('only', values))
    }
  }
  items.push(separator('loaded'))
  const label = `${target.name} ${target.text}`
  const filterLoaded = (mode: 'only' | 'not') =>
    view.update({ filters: addLocalFilter(view.filters, { ...field, mode, values: [value], label }) })
  act(strings.onlyLoaded, () => filterLoaded('only'))
  act(strings.notLoaded, () => filterLoaded('not'))
  return items
}

function separator(key: string): MenuItem {
  return { kind: 'heading', key: `:${key}`, label: '' }
}

/** The page of a value in the block explorer. */
function explorerPage({ log, linksOf }: CellMenuProps, { link, copy }: CellTarget): string | undefined {
  const links = linksOf(log)
  if (link === 'block') return links.block(log.blockNumber)
  if (link === 'address') return links.address(copy as Address)
  return link === 'transaction' ? links.transaction(copy as Hash) : undefined
}
