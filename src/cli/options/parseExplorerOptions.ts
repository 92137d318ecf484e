import { explorerFlags } from './flags.ts'
import { checkUrl, readCount, readFlags, readPort } from './readFlags.ts'
import { UsageError } from './UsageError.ts'

/** The command line of `topic0` without a command. */
export interface ExplorerCommandOptions {
  readonly rpc: readonly string[]
  readonly network: string | undefined
  readonly abi: readonly string[]
  /** A shared link. */
  readonly query: string | undefined
  /** The folder that keeps the day's calls. */
  readonly cache: string | undefined
  readonly quota: number | undefined
  readonly open: boolean
  readonly port: number | undefined
}

/**
 * Parses the arguments of `topic0` without a command; `'help'` or `'version'` with these flags.
 *
 * @throws {@link UsageError}
 */
export function parseExplorerOptions(args: readonly string[]): ExplorerCommandOptions | 'help' | 'version' {
  const values = readFlags(args, explorerFlags)
  if (values.help) return 'help'
  if (values.version) return 'version'
  const { rpc = [], network, abi = [], query, cache, open = false } = values
  for (const url of rpc) checkUrl(url)
  if (rpc.some((url) => /^wss?:/i.test(url)))
    throw new UsageError('--rpc: the explorer reads over HTTP. Pass an http or https URL of the node.')
  const quota = readCount('--quota', values.quota)
  return { rpc, network, abi, query, cache, quota, open, port: readPort(values.port) }
}
