import type { Hash } from 'viem'
import { explorerLinks, type LinkBuilders } from '../values/LinkBuilders.ts'

interface BlockExplorer {
  readonly url: string | undefined
  readonly name?: string | undefined
}

const etherscan = /(^|\.)(etherscan\.io|bscscan\.com|polygonscan\.com|arbiscan\.io|basescan\.org)$/

/**
 * The page with the trace of a transaction, by a custom function, else on a block explorer known to have one: Etherscan,
 * BscScan, Polygonscan, Arbiscan and Basescan by their hosts, Blockscout by its host or name.
 */
export function traceUrl(
  hash: Hash,
  { url, name = '' }: BlockExplorer,
  own: LinkBuilders | undefined,
): string | undefined {
  if (own?.trace) return explorerLinks(undefined, { transaction: own.trace }).transaction(hash)
  const page = explorerLinks(url, undefined).transaction(hash)
  if (page === undefined) return undefined
  const { hostname } = new URL(page)
  if (etherscan.test(hostname)) return new URL(`/vmtrace?txhash=${hash}`, page).href
  return /blockscout/i.test(`${hostname} ${name}`) ? `${page}?tab=raw_trace` : undefined
}
