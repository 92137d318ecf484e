import type { FlagValues, nodeFlags } from './flags.ts'
import { checkUrl, readCount } from './readFlags.ts'
import { UsageError } from './UsageError.ts'

/** How a command reads nodes. */
export interface NodesOptions {
  readonly rpc: readonly string[]
  readonly network: string | undefined
  /** The folder of `--cache`. */
  readonly cache: string | undefined
  /** The URL of a manifest, or the folder of an archive. */
  readonly archive?: string | undefined
  /** The key that must have signed its manifest. */
  readonly publicKey?: string | undefined
  readonly maxCalls: number | undefined
  readonly quota: number | undefined
}

/** Reads the flags of nodes. @throws {@link UsageError} */
export function readNodes({
  rpc = [],
  network,
  cache,
  ...limits
}: FlagValues<typeof nodeFlags>): NodesOptions {
  for (const url of rpc) checkUrl(url)
  return {
    rpc,
    network,
    cache,
    maxCalls: readCount('--max-calls', limits['max-calls']),
    quota: readCount('--quota', limits.quota),
  }
}

/** Whether any node is named. */
export function hasNodes({ rpc, network }: Pick<NodesOptions, 'rpc' | 'network'>): boolean {
  return rpc.length > 0 || network !== undefined
}

/** @throws {@link UsageError} unless a node is named. `reason` says what it is needed for. */
export function requireNodes(nodes: NodesOptions, reason?: string): void {
  if (hasNodes(nodes)) return
  throw new UsageError(
    `Which node? ${reason === undefined ? '' : `${reason} `}Pass --rpc URL, or --network NAME to use its public endpoints.`,
  )
}
