import { isObject, listOf } from '../../base/unknownJson.ts'
import type { LogGroupsView } from '../../components/LogGroups/LogGroupsView.ts'
import { parseLogTableView } from '../../components/LogTable/columns/parseLogTableView.ts'
import type { ArgColumnId } from '../../components/LogTable/model/LogTableColumns.ts'
import type { LogTableView } from '../../components/LogTable/model/LogTableView.ts'

/** The user's view settings, independent of the query. */
export interface ExplorerSettings {
  readonly view: LogTableView
  /** Logs in rows, or counted in groups. */
  readonly pane: 'logs' | 'groups'
  /** The grouping. */
  readonly groups: LogGroupsView
  /** Whether the chart is shown. @default if it fits */
  readonly chart: boolean | undefined
  /** The chart's axis. */
  readonly chartBy: 'block' | 'time'
}

/** Parses untrusted settings from storage or a link. Invalid parts are dropped. */
export function parseExplorerSettings(value: unknown): Partial<ExplorerSettings> {
  if (!isObject(value)) return {}
  const { view, pane, groups, chart, chartBy } = value
  return {
    ...(view !== undefined && { view: parseLogTableView(view, argColumnsIn(view)) }),
    ...((pane === 'logs' || pane === 'groups') && { pane }),
    ...(isObject(groups) && { groups: parseGroups(groups) }),
    ...(typeof chart === 'boolean' && { chart }),
    ...((chartBy === 'block' || chartBy === 'time') && { chartBy }),
  }
}

/**
 * The argument columns of an untrusted view. Which ones exist depends on the query, and the table ignores the others.
 */
function argColumnsIn(view: unknown): readonly ArgColumnId[] {
  const { columns, sort } = isObject(view) ? view : {}
  return [...listOf(columns), sort]
    .map((one) => (isObject(one) ? one['id'] : undefined))
    .filter((id): id is ArgColumnId => typeof id === 'string' && id.startsWith('args.'))
}

function parseGroups({ by, sum, order }: Readonly<Record<string, unknown>>): LogGroupsView {
  return {
    ...(typeof by === 'string' && { by }),
    ...(typeof sum === 'string' && { sum }),
    ...((order === 'count' || order === 'sum') && { order }),
  }
}
