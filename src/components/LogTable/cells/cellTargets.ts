import { chainValue } from '../../../logs/decode/addressMap.ts'
import { toBigInt } from '../../../logs/decode/toBigInt.ts'
import { isAmount, type TokenUnit } from '../../../logs/decode/TokenUnit.ts'
import { eventTopicOf } from '../../../logs/filter/eventTopic.ts'
import type { LogField } from '../../../logs/filter/LocalFilter.ts'
import { formatArg } from '../../../logs/list/formatArg.ts'
import type { LogRow } from '../../../logs/Log.ts'
import type { logStrings } from '../../strings/logStrings.ts'
import type { Localized } from '../../strings/useStrings.ts'
import { argName } from '../../values/ArgName.tsx'
import { shortHex } from '../../values/shortHex.ts'
import type { valueStrings } from '../../values/valueStrings.ts'
import { cutText, visibleText } from '../../values/visibleText.ts'
import { findArg, isBuiltIn, type OwnColumn } from '../columns/ColumnSet.ts'
import type { UndirectedSort } from '../columns/sortOfColumn.ts'
import type { LogColumnId } from '../model/LogTableView.ts'
import { formatCellArg } from './formatCellArg.ts'

/** A value in a cell, for its menu. */
export interface CellTarget {
  /** Its name: "Contract", "to". Safe to display. */
  readonly name: string
  /** The shortened value. Safe to display. */
  readonly text: string
  /** The raw number, if `text` shows another unit. */
  readonly raw?: string | undefined
  /** The text to copy. */
  readonly copy: string
  /** The field to filter by; `undefined` if it cannot be filtered. */
  readonly field?: LogField | undefined
  readonly link?: 'block' | 'address' | 'transaction' | undefined
  /** Whether it is an amount of a token with an unknown unit. */
  readonly lacksUnit?: boolean | undefined
  /** How to sort by it, for values without a column. */
  readonly sort?: UndirectedSort | undefined
}

type CellStrings = Localized<typeof logStrings & typeof valueStrings>

// Maximum characters of a value on a menu's line.
const maxText = 40
const noTokens: ReadonlyMap<string, TokenUnit> = new Map()

/** The values of a cell, as displayed. An event has several: itself and its arguments. */
export function cellTargets(
  log: LogRow,
  column: LogColumnId,
  strings: CellStrings,
  labels: ReadonlyMap<string, string>,
  tokens: ReadonlyMap<string, TokenUnit> = noTokens,
  { own, rendered }: OwnCell = {},
): readonly CellTarget[] {
  if (own && !isBuiltIn(column))
    return ownTargets(log, own, rendered, () => argTargets(log, strings, labels, tokens))
  switch (column) {
    case 'block':
    case 'time':
      return [target(strings.block, String(log.blockNumber), { field: { field: 'block' }, link: 'block' })]
    case 'contract': {
      const label = chainValue(labels, log)
      return [
        target(strings.contract, log.address, {
          field: { field: 'address' },
          link: 'address',
          ...(label && { text: visibleText(label) }),
        }),
      ]
    }
    case 'transaction':
      return [
        target(strings.transaction, log.transactionHash, {
          field: { field: 'transaction' },
          link: 'transaction',
        }),
      ]
    case 'event':
      return [...eventTarget(log, strings), ...argTargets(log, strings, labels, tokens)]
    case 'signature':
      return eventTarget(log, strings)
    case 'topics':
      return log.topics.map((topic, position) =>
        target(strings.topic(position), topic, { field: { field: 'topic', position } }),
      )
    case 'data':
      return [target(strings.rawData, log.data)]
    case 'logIndex':
      return [target(strings.logIndex, String(log.logIndex))]
  }
  return []
}

/** A cell of a column that is not built-in. */
interface OwnCell {
  readonly own?: OwnColumn | undefined
  /** The text on the screen, for columns that have no other. */
  readonly rendered?: string | undefined
}

function ownTargets(
  log: LogRow,
  { header, arg, text }: OwnColumn,
  rendered: string | undefined,
  args: () => readonly CellTarget[],
): readonly CellTarget[] {
  const found = arg === undefined ? undefined : findArg(log, arg)
  if (found) return args().slice(found.position, found.position + 1)
  const copy = text?.(log) ?? rendered
  if (!copy) return []
  return [target(header, copy, { text: visibleText(cutText(copy, maxText)) })]
}

function target(name: string, copy: string, more?: Partial<CellTarget>): CellTarget {
  return { name, text: shortHex(copy), copy, ...more }
}

/** Whether nodes can filter by a field; else only loaded logs are filtered. */
export function isQueryable({ field }: LogField): boolean {
  return field !== 'transaction' && field !== 'arg'
}

function eventTarget(log: LogRow, strings: CellStrings): readonly CellTarget[] {
  const { decoded } = log
  const topic0 = eventTopicOf(log)
  const copy = decoded?.signature ?? topic0
  if (copy === undefined) return []
  const field = topic0 === undefined ? undefined : ({ field: 'topic', position: 0 } as const)
  return [target(strings.event, copy, { field, ...(decoded && { text: visibleText(decoded.name) }) })]
}

function argTargets(
  log: LogRow,
  strings: CellStrings,
  labels: ReadonlyMap<string, string>,
  tokens: ReadonlyMap<string, TokenUnit>,
): readonly CellTarget[] {
  const { decoded } = log
  if (!decoded) return []
  const topic0 = eventTopicOf(log)
  const token = chainValue(tokens, log)
  let topic = topic0 === undefined ? -1 : 0
  return decoded.args.map(({ name, type, value, indexed }, position): CellTarget => {
    if (indexed) topic++
    // Anonymous events share no topic, so the same position in another log may belong to another event.
    const place = topic0 === undefined ? undefined : { position, name, topic0 }
    const field: LogField | undefined =
      indexed && topic < log.topics.length
        ? { field: 'topic', position: topic, name }
        : place && { field: 'arg', ...place }
    const text = formatCellArg(log, position, {
      labels,
      token,
      maxCharacters: maxText,
      locale: strings.locale,
    })
    const raw = toBigInt(value)?.toString()
    return {
      name: argName(name, position, strings),
      text: visibleText(text),
      raw: raw === text ? undefined : raw,
      copy: formatArg(value),
      field,
      link: type === 'address' ? 'address' : undefined,
      lacksUnit: !token && isAmount(decoded, position),
      sort: place && { column: 'arg', ...place },
    }
  })
}
