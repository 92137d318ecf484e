import type { LinkBuilders } from './LinkBuilders.ts'

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
  const base = explorerUrl?.replace(/\/+$/, '')
  const at = (path: string) => (base === undefined ? undefined : `${base}/${path}`)
  return {
    block: (block) => https(own?.block ? own.block(block) : at(`block/${block}`)),
    transaction: (value) =>
      hash.test(value) ? https(own?.transaction ? own.transaction(value) : at(`tx/${value}`)) : undefined,
    address: (value) =>
      address.test(value) ? https(own?.address ? own.address(value) : at(`address/${value}`)) : undefined,
  }
}

function https(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined
  const parsed = new URL(url)
  return parsed.protocol === 'https:' && parsed.username === '' ? parsed.href : undefined
}
