import type { Address, Hash } from 'viem'
import type { LogRow } from '../../logs/Log.ts'

/** URLs for blocks, transactions, traces and addresses. Only `https:` URLs are linked. */
export interface LinkBuilders {
  readonly block?: ((block: bigint) => string | undefined) | undefined
  readonly transaction?: ((hash: Hash) => string | undefined) | undefined
  readonly address?: ((address: Address) => string | undefined) | undefined
  /** The trace of a transaction, for the details of a log. @default those of Etherscan and Blockscout */
  readonly trace?: ((hash: Hash) => string | undefined) | undefined
}

/** The links that every block explorer supports. */
export type ExplorerLinks = Required<Omit<LinkBuilders, 'trace'>>

const address = /^0x[0-9a-f]{40}$/i
const hash = /^0x[0-9a-f]{64}$/i

/**
 * Links to a block explorer, by the paths that explorers share or by custom functions. Only `https:` URLs and
 * well-formed hex become links, because log data is untrusted.
 */
export function explorerLinks(explorerUrl: string | undefined, own: LinkBuilders | undefined): ExplorerLinks {
  // The base is validated once: appended digits and hex cannot change its protocol.
  const base = httpsUrl(explorerUrl && `${explorerUrl.replace(/\/+$/, '')}/`)
  const at = (path: string) => (base === undefined ? undefined : `${base}${path}`)
  return {
    block: (block) => (own?.block ? httpsUrl(own.block(block)) : at(`block/${block}`)),
    transaction: (value) =>
      !hash.test(value) ? undefined : own?.transaction ? httpsUrl(own.transaction(value)) : at(`tx/${value}`),
    address: (value) =>
      !address.test(value) ? undefined : own?.address ? httpsUrl(own.address(value)) : at(`address/${value}`),
  }
}

/** Links by log: in a list of several networks, each log links to the block explorer of its own network. */
export function linksOfLogs(
  explorerUrl: string | undefined,
  own: LinkBuilders | undefined,
  networks: ReadonlyMap<number, { readonly explorerUrl?: string | undefined }> | undefined,
): LinksOfLog {
  const links = explorerLinks(explorerUrl, own)
  const byChain = new Map(
    explorerUrl === undefined
      ? Array.from(networks ?? [], ([id, network]) => [id, explorerLinks(network.explorerUrl, own)])
      : [],
  )
  return (log) => byChain.get('chainId' in log ? (log.chainId as number) : -1) ?? links
}

export type LinksOfLog = (log: LogRow) => ExplorerLinks

/** A URL that may be linked; `undefined` for any other. */
export function httpsUrl(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined
  const parsed = new URL(url)
  return parsed.protocol === 'https:' && parsed.username === '' ? parsed.href : undefined
}
