import type { ExplorerSettings } from './ExplorerSettings.ts'

/** What a link says beside its query, as `readLinkState` reads it: no more than differs from the usual. */
export function toLinkState(
  networkId: number,
  { view, pane }: Pick<ExplorerSettings, 'view' | 'pane'>,
): Readonly<Record<string, string>> {
  const isUsual = Object.values(view).every(
    (value) => value === undefined || (Array.isArray(value) && value.length === 0),
  )
  return {
    network: String(networkId),
    ...(pane !== 'logs' && { pane }),
    ...(!isUsual && { view: JSON.stringify(view) }),
  }
}
