import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { parseShareLink } from '../../logs/filter/formats/parseShareLink.ts'
import { UsageError } from './UsageError.ts'

/**
 * The fragment of a shared link, with its `#`.
 *
 * @throws {@link UsageError} if it has no valid query.
 */
export function readFragment(link: string): string {
  try {
    parseShareLink(link)
  } catch (error) {
    if (!(error instanceof InvalidQueryError)) throw error
    const [issue] = error.issues
    throw new UsageError(`--query: ${issue?.message ?? error.shortMessage}`, { cause: error })
  }
  return `#${link.slice(link.indexOf('#') + 1)}`
}
