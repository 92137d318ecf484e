import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { toLinkText } from '../../logs/filter/formats/linkText.ts'
import { toShareLink } from '../../logs/filter/formats/toShareLink.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import type { ExplorerSettings } from '../settings/ExplorerSettings.ts'
import type { ShareLink } from './useShareLink.ts'

/** Writes a link's state besides its query, for `readLinkState`. Defaults are omitted, and so is an invalid second query. */
export function toLinkState(
  chainId: number,
  { view, pane, groups }: Pick<ExplorerSettings, 'view' | 'pane' | 'groups'>,
  compared: LogSearch | null = null,
): Readonly<Record<string, string>> {
  const isDefault = Object.values(view).every(
    (value) => value === undefined || (Array.isArray(value) && value.length === 0),
  )
  return {
    network: String(chainId),
    ...(pane !== 'logs' && { pane }),
    ...(pane === 'groups' && groups.by !== undefined && { by: groups.by }),
    ...(pane === 'groups' && groups.sum !== undefined && { sum: groups.sum }),
    ...(pane === 'groups' && groups.order !== undefined && { sort: groups.order }),
    ...(!isDefault && { view: JSON.stringify(view) }),
    ...(compared && toCompare(compared)),
  }
}

function toCompare(compared: LogSearch): { readonly compare?: string } {
  try {
    return { compare: toShareLink(compared) }
  } catch (error) {
    if (!(error instanceof InvalidQueryError)) throw error
    return {}
  }
}

/** Writes a query, or only the network, into the page's URL. Invalid queries are skipped. */
export function writeLink(
  link: ShareLink,
  search: LogSearch | undefined,
  state: Readonly<Record<string, string>>,
  as: 'push' | 'replace',
): void {
  if (!search) {
    link.write(
      `#${Object.entries(state)
        .map(([key, value]) => `${key}=${toLinkText(value)}`)
        .join('&')}`,
      as,
    )
    return
  }
  try {
    link.write(toShareLink(search, { state }), as)
  } catch (error) {
    if (!(error instanceof InvalidQueryError)) throw error
  }
}
