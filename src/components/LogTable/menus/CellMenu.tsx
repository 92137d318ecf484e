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
  const {
    log,
    column,
    own,
    rendered,
    arg,
    anchor,
    labels,
    tokens,
    links,
    marked,
    onFilter,
    onLocalFilter,
    sort,
    onSort,
    onOpen,
    onEditAddress,
    onReadTokens,
    onCopy,
    onClose,
  } = props
  const strings = useStrings(tableToolsStrings)
  const targets = cellTargets(log, column, strings, labels, tokens, { own: own.get(column), rendered })
  const pointed = column === 'event' && arg !== undefined ? targets[arg + 1] : undefined
  const [chosen, setChosen] = useState(pointed ?? (targets.length === 1 ? targets[0] : undefined))

  const open: readonly MenuItem[] = onOpen
    ? [{ kind: 'action', label: strings.openLog, onChoose: () => onOpen(log) }]
    : []
  const items = chosen
    ? [...actionsOn(chosen), ...open]
    : [
        ...targets.map((target): MenuItem => ({
          kind: 'action',
          label: `${target.name}: ${target.text}`,
          further: true,
          onChoose: () => setChosen(target),
        })),
        ...open,
      ]
  return (
    // Remounted for the chosen value, so that its first item takes focus.
    <Menu key={chosen?.name ?? ''} label={strings.cellActions} {...{ anchor, items, onClose }} />
  )

  function actionsOn({
    name,
    text,
    raw,
    copy,
    field,
    asked,
    link,
    sort: by,
    lacksUnit,
  }: CellTarget): MenuItem[] {
    const value = field && readField(log, field)
    const items: MenuItem[] = [{ kind: 'heading', key: name, label: `${name} ${text}`, detail: raw }]
    const act = (label: string, onChoose: () => void) => items.push({ kind: 'action', label, onChoose })
    const part = (key: string) => items.push({ kind: 'heading', key: `:${key}`, label: '' })
    if (field && value !== undefined) {
      if (onFilter && asked) {
        const say = (mode: 'only' | 'any', values: readonly string[]) =>
          onFilter({ mode, target: field, values, log })
        const all = marked().flatMap((one) => readField(one, field) ?? [])
        const values = [...new Set(all)]
        act(strings.onlyThis, () => say('only', [value]))
        if (field.field !== 'block') act(strings.thisAsWell, () => say('any', [value]))
        if (values.length > 1 && field.field !== 'block')
          act(strings.anyOfSelected(formatNumber(values.length, strings.locale)), () => say('only', values))
      }
      part('loaded')
      const keep = (mode: 'only' | 'not') =>
        onLocalFilter({ ...field, mode, values: [value], label: `${name} ${text}` })
      act(strings.onlyLoaded, () => keep('only'))
      act(strings.notLoaded, () => keep('not'))
    }
    if (by) {
      part('sort')
      items.push(...sortItems(by, sort, { strings, own }, onSort))
    }
    part('value')
    act(strings.copyValue, () => onCopy(copy))
    if (onReadTokens && lacksUnit) act(strings.readToken, () => onReadTokens([log.address]))
    if (onEditAddress && link === 'address')
      act(strings.nameAddress, () => onEditAddress(copy as Address, 'name'))
    if (onEditAddress && field?.field === 'topic' && field.position === 0 && !log.decoded)
      act(strings.pasteAbi, () => onEditAddress(log.address, 'abi'))
    const href =
      link === 'block'
        ? links.block(log.blockNumber)
        : link === 'address'
          ? links.address(copy as Address)
          : link === 'transaction'
            ? links.transaction(copy as Hash)
            : undefined
    if (href !== undefined) items.push({ kind: 'link', label: strings.openInExplorer, href })
    return items
  }
}
