import type { LogGroupsView } from '../../components/LogGroups/LogGroupsView.ts'
import { parseLogTableView } from '../../components/LogTable/columns/parseLogTableView.ts'
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
  if (typeof value !== 'object' || value === null) return {}
  const { view, pane, groups, chart, chartBy } = value as Readonly<Record<string, unknown>>
  return {
    ...(view !== undefined && { view: parseLogTableView(view) }),
    ...((pane === 'logs' || pane === 'groups') && { pane }),
    ...(typeof groups === 'object' && groups !== null && { groups: parseGroups({ ...groups }) }),
    ...(typeof chart === 'boolean' && { chart }),
    ...((chartBy === 'block' || chartBy === 'time') && { chartBy }),
  }
}

function parseGroups({ by, sum, order }: Readonly<Record<string, unknown>>): LogGroupsView {
  return {
    ...(typeof by === 'string' && { by }),
    ...(typeof sum === 'string' && { sum }),
    ...((order === 'count' || order === 'sum') && { order }),
  }
}
