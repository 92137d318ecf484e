import type { ExplorerSettings } from '../settings/ExplorerSettings.ts'

/** What a link says beside its query, as `readLinkState` reads it: no more than differs from the usual. */
export function toLinkState(
  networkId: number,
  { view, pane, groups }: Pick<ExplorerSettings, 'view' | 'pane' | 'groups'>,
): Readonly<Record<string, string>> {
  const isUsual = Object.values(view).every(
    (value) => value === undefined || (Array.isArray(value) && value.length === 0),
  )
  return {
    network: String(networkId),
    ...(pane !== 'logs' && { pane }),
    ...(pane === 'groups' && groups.by !== undefined && { by: groups.by }),
    ...(pane === 'groups' && groups.sum !== undefined && { sum: groups.sum }),
    ...(pane === 'groups' && groups.order !== undefined && { sort: groups.order }),
    ...(!isUsual && { view: JSON.stringify(view) }),
  }
}
