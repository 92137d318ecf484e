import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { parseShareLink } from '../../logs/filter/formats/parseShareLink.ts'
import { explorerFlags } from './flags.ts'
import { checkUrl, readCount, readFlags, readPort } from './readFlags.ts'
import { UsageError } from './UsageError.ts'

/** The command line of `topic0` without a command. */
export interface ExplorerCommandOptions {
  readonly rpc: readonly string[]
  readonly network: string | undefined
  readonly abi: readonly string[]
  /** The fragment of the link, with its `#`; empty without one. */
  readonly fragment: string
  /** The folder that keeps the day's calls. */
  readonly cache: string | undefined
  readonly quota: number | undefined
  readonly open: boolean
  readonly port: number | undefined
}

/**
 * Parses the arguments of `topic0` without a command; `'help'` or `'version'` with these flags.
 *
 * @throws {@link UsageError}; {@link InvalidQueryError} for an invalid link.
 */
export function parseExplorerOptions(args: readonly string[]): ExplorerCommandOptions | 'help' | 'version' {
  const {
    rpc = [],
    network,
    abi = [],
    query,
    cache,
    quota,
    open = false,
    port,
    version,
    help,
  } = readFlags(args, explorerFlags)
  if (help) return 'help'
  if (version) return 'version'
  for (const url of rpc) checkUrl(url)
  if (rpc.some((url) => /^wss?:/i.test(url)))
    throw new UsageError('--rpc: the explorer reads over HTTP. Pass an http or https URL of the node.')
  return {
    rpc,
    network,
    abi,
    fragment: fragmentOf(query),
    cache,
    quota: readCount('--quota', quota),
    open,
    port: readPort(port),
  }
}

function fragmentOf(link: string | undefined): string {
  if (link === undefined) return ''
  try {
    parseShareLink(link)
  } catch (error) {
    if (!(error instanceof InvalidQueryError)) throw error
    const [issue] = error.issues
    throw new UsageError(`--query: ${issue?.message ?? error.shortMessage}`, { cause: error })
  }
  return `#${link.slice(link.indexOf('#') + 1)}`
}
