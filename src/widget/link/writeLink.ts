import { InvalidQueryError } from '../../errors/errors.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { toShareLink } from '../../logs/filter/formats/toShareLink.ts'
import { toLinkText } from '../../logs/filter/formats/linkText.ts'
import type { ShareLink } from './useShareLink.ts'

/** Puts a query, or the network alone where nothing is asked for, into the page's address. One that is invalid is not. */
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
