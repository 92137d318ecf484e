import type { ArgCondition } from './ArgCondition.ts'
import type { Decoder } from './decode/createDecoder.ts'
import type { LogRow } from './Log.ts'
import { createLogList } from './LogList.ts'
import type { LogList } from './LogList.ts'
import { countLogs } from './LogSelection.ts'
import type { LogSelection } from './LogSelection.ts'
import { matchesArg } from './matchesArg.ts'
import { matchesWhere } from './matchesWhere.ts'
import { PackedArgs } from './PackedArgs.ts'

/**
 * Finds the logs of growing lists for which conditions hold. What a list shares with those before it is not read again,
 * and packed logs stay packed.
 */
export function matchingLogs(where: readonly ArgCondition[]): (logs: LogList<LogRow>) => LogList<LogRow> {
  const found = new WeakMap<object, { readonly decoder: Decoder | undefined; readonly rows: Uint32Array }>()
  const select = (selection: LogSelection, decoder: Decoder | undefined): LogSelection => {
    const { segment } = selection
    // Lists share whole segments, and the same choice of rows.
    const key = selection.rows ?? segment
    const known = found.get(key)
    if (known && known.decoder === decoder) return { segment, rows: known.rows }
    const rows = matchingRows(selection, decoder, where)
    found.set(key, { decoder, rows })
    return { segment, rows }
  }
  return (logs) => {
    const { decoder } = logs
    return (
      logs.narrow?.((logs.selections?.() ?? []).map((selection) => select(selection, decoder))) ??
      createLogList(logs.filter((log) => matchesWhere(log.decoded, where)))
    )
  }
}

function matchingRows(
  selection: LogSelection,
  decoder: Decoder | undefined,
  where: readonly ArgCondition[],
): Uint32Array {
  const { segment, rows: chosen } = selection
  const args = new PackedArgs(segment, decoder)
  const length = countLogs(selection)
  const rows = new Uint32Array(length)
  let count = 0
  for (let at = 0; at < length; at++) {
    const row = chosen ? chosen[at]! : at
    if (where.every((condition) => matchesArg(args.read(row, condition.arg), condition))) rows[count++] = row
  }
  return rows.slice(0, count)
}
