import type { ArgCondition } from '../filter/ArgCondition.ts'
import type { Decoder } from '../decode/createDecoder.ts'
import type { LocalFilter } from '../filter/LocalFilter.ts'
import type { LogRow } from '../Log.ts'
import { createLogList } from '../list/LogList.ts'
import type { LogList } from '../list/LogList.ts'
import { countLogs } from '../columns/LogSelection.ts'
import type { LogSelection } from '../columns/LogSelection.ts'
import { matchesLocal } from './matchesLocal.ts'
import { matchesWhere } from './matchesWhere.ts'
import { PackedArgs } from './PackedArgs.ts'
import { packedFilter } from './packedFilter.ts'
import { packedWhere } from './packedWhere.ts'

export interface MatchingLogsOptions {
  /** Conditions on decoded arguments. @default none */
  readonly where?: readonly ArgCondition[] | undefined
  /** The table's own filters. @default none */
  readonly filters?: readonly LocalFilter[] | undefined
}

// Work per time slice: in rows, and in packed logs matched without decoding; and the cost of a packed log that is
// decoded.
const rowPortion = 200
const portion = 4_000
const slowCost = 40

/**
 * Filters a growing list in time slices: each `yield` lets the caller yield to the page. Segments shared with earlier
 * lists are not matched again, and packed logs stay packed.
 */
export function matchingLogs(
  options: MatchingLogsOptions,
): (logs: LogList<LogRow>) => Generator<void, LogList<LogRow>> {
  const found = new WeakMap<object, { readonly decoder: Decoder | undefined; readonly rows: Uint32Array }>()
  return function* match(logs) {
    const { decoder } = logs
    const selections = logs.selections?.()
    if (!selections || !logs.narrow)
      return createLogList(yield* matchingRows(logs, options), logs.undecodable)
    const matching: LogSelection[] = []
    for (const selection of selections) {
      const { segment } = selection
      // Consecutive lists share segments and row selections by identity.
      const key = selection.rows ?? segment
      let known = found.get(key)
      if (!known || known.decoder !== decoder) {
        known = { decoder, rows: yield* matchingPacked(selection, decoder, options) }
        found.set(key, known)
      }
      matching.push({ segment, rows: known.rows })
    }
    return logs.narrow(matching)
  }
}

function* matchingPacked(
  selection: LogSelection,
  decoder: Decoder | undefined,
  { where = [], filters = [] }: MatchingLogsOptions,
): Generator<void, Uint32Array> {
  const { segment, rows: chosen } = selection
  const args = new PackedArgs(segment, decoder)
  const holds = packedWhere(args, where)
  const isShown = packedFilter(segment, args, filters)
  const length = countLogs(selection)
  const rows = new Uint32Array(length)
  let count = 0
  let spent = 0
  for (let at = 0; at < length; at++) {
    const decodedBefore = args.decoded
    const row = chosen ? chosen[at]! : at
    if (holds(row) && isShown(row)) rows[count++] = row
    spent += 1 + (args.decoded - decodedBefore) * slowCost
    if (spent < portion) continue
    spent = 0
    yield
  }
  return rows.slice(0, count)
}

function* matchingRows(
  logs: LogList<LogRow>,
  { where = [], filters = [] }: MatchingLogsOptions,
): Generator<void, LogRow[]> {
  const isShown = matchesLocal(filters)
  const rows: LogRow[] = []
  for (let index = 0; index < logs.length; index++) {
    if (index % rowPortion === rowPortion - 1) yield
    const log = logs.at(index)!
    if (matchesWhere(log.decoded, where) && isShown(log)) rows.push(log)
  }
  return rows
}
