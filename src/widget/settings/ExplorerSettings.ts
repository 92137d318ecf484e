import type { LogGroupsView } from '../../components/LogGroups/LogGroupsView.ts'
import type { LogTableView } from '../../components/LogTable/model/LogTableView.ts'
import { parseLogTableView } from '../../components/LogTable/columns/parseLogTableView.ts'

/** How somebody likes to look at logs, whichever they are. */
export interface ExplorerSettings {
  readonly view: LogTableView
  /** Each log in a row, or counted in groups. */
  readonly pane: 'logs' | 'groups'
  /** How they are counted. */
  readonly groups: LogGroupsView
  /** Whether logs are drawn over blocks; as there is room when nobody has chosen. */
  readonly chart: boolean | undefined
  /** What its bars are equally long in. */
  readonly chartBy: 'block' | 'time'
}

/** Settings out of storage or a link, which may hold anything: what can be used of them, and nothing else. */
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
