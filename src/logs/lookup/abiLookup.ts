import { keccak256, toBytes } from 'viem'
import { LookupError } from '../../errors/LookupError.ts'
import { getJson } from '../../rpc/http/getJson.ts'
import type { EventLookup } from './EventLookup.ts'
import { lazyAnswers } from './lazyAnswers.ts'

export interface AbiLookupOptions {
  /** The URL of the service's API: `https://xonescan.com/api`. Existing query parameters, such as a key, are kept. */
  url: string
  /** @default the global `fetch` */
  fetch?: typeof globalThis.fetch | undefined
}

/**
 * Looks up the ABI of a verified contract by address, at the Blockscout or Etherscan of one network (`GET
 * /api?module=contract&action=getabi&address=…`).
 *
 * @example
 * <LogExplorer lookups={[abiLookup({ url: 'https://xonescan.com/api' })]} />
 */
export function abiLookup({ url, fetch }: AbiLookupOptions): EventLookup {
  const base = new URL(url)
  return {
    name: base.host,
    // Of several networks on one host. The URL may contain a key.
    id: keccak256(toBytes(base.href)),
    by: 'address',
    async find(address, { signal }) {
      const target = new URL(base)
      target.searchParams.set('module', 'contract')
      target.searchParams.set('action', 'getabi')
      target.searchParams.set('address', address)
      const [json, { parseAbiEvents }] = await Promise.all([
        getJson(target, { fetch, signal }),
        lazyAnswers.load(),
      ])
      const events = parseAbiEvents(json)
      if (!events) throw new LookupError(base.host, 'answered with something that is not an ABI')
      return events
    },
  }
}
