import type { AbiEvent } from 'viem'
import { LookupError } from '../../errors/LookupError.ts'
import { getJson } from '../../rpc/http/getJson.ts'
import { isEvent } from '../filter/formats/isEvent.ts'
import type { EventLookup } from './EventLookup.ts'

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
    asks: 'address',
    async find(address, { signal }) {
      const target = new URL(base)
      target.searchParams.set('module', 'contract')
      target.searchParams.set('action', 'getabi')
      target.searchParams.set('address', address)
      const answer = await getJson(target, { fetch, signal })
      if (typeof answer !== 'object' || answer === null || !('result' in answer))
        throw new LookupError(base.host, 'answered with something that is no ABI')
      return readAbi(answer.result)
    },
  }
}

/** The events of an ABI in JSON text. Other text is the service's message that the contract is not verified. */
function readAbi(text: unknown): readonly AbiEvent[] {
  if (typeof text !== 'string') return []
  try {
    const abi: unknown = JSON.parse(text)
    return Array.isArray(abi) ? abi.filter(isEvent) : []
  } catch {
    return []
  }
}
