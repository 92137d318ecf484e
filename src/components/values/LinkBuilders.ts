import type { Address, Hash } from 'viem'

/** Where to read more about a block, a transaction or an address. What is no `https:` URL is not linked. */
export interface LinkBuilders {
  readonly block?: ((block: bigint) => string | undefined) | undefined
  readonly transaction?: ((hash: Hash) => string | undefined) | undefined
  readonly address?: ((address: Address) => string | undefined) | undefined
}

const address = /^0x[0-9a-f]{40}$/i
const hash = /^0x[0-9a-f]{64}$/i

/**
 * Links to a block explorer, by the paths that all of them share, or by functions of the caller's. Only `https:` URLs and
 * only well-formed hex become links: what a log says is not to be trusted.
 */
export function explorerLinks(
  explorerUrl: string | undefined,
  own: LinkBuilders | undefined,
): Required<LinkBuilders> {
  // Looked at once: digits and hex after it change nothing about it.
  const base = https(explorerUrl && `${explorerUrl.replace(/\/+$/, '')}/`)
  const at = (path: string) => (base === undefined ? undefined : `${base}${path}`)
  return {
    block: (block) => (own?.block ? https(own.block(block)) : at(`block/${block}`)),
    transaction: (value) =>
      !hash.test(value) ? undefined : own?.transaction ? https(own.transaction(value)) : at(`tx/${value}`),
    address: (value) =>
      !address.test(value) ? undefined : own?.address ? https(own.address(value)) : at(`address/${value}`),
  }
}

function https(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined
  const parsed = new URL(url)
  return parsed.protocol === 'https:' && parsed.username === '' ? parsed.href : undefined
}
