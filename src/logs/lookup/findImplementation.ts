import type { Address, Client, Hex } from 'viem'
import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { readData } from '../chain/readData.ts'
import { parseAddress } from '../filter/parseAddress.ts'

export interface FindImplementationOptions {
  /** Aborts the search: nothing is sent after it fires. */
  signal?: AbortSignal | undefined
}

// The storage slots of EIP-1967, which no other variable uses.
const implementationSlot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
const beaconSlot = '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50'
/** The selector of `implementation()`. */
const beaconCall = '0x5c60da1b'
/** The whole code of a minimal proxy (EIP-1167), or of an account that delegates (EIP-7702). */
const delegates =
  /^0x(?:363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3|ef0100([0-9a-f]{40}))$/

/**
 * Finds the implementation of a proxy of a common kind: EIP-1967, directly or through a beacon; EIP-1167; EIP-7702.
 * Reads the contract's code and two storage slots (`eth_getCode`, `eth_getStorageAt`) in one message, and a beacon's
 * implementation (`eth_call`). `undefined` if the contract is not such a proxy.
 *
 * @throws {@link InvalidQueryError} if the address is invalid; {@link NodeError} if no endpoint can answer; the
 * signal's reason once it fires.
 *
 * @example
 * const implementation = await findImplementation(client, token)
 */
export async function findImplementation(
  client: Client,
  address: Address,
  { signal }: FindImplementationOptions = {},
): Promise<Address | undefined> {
  const parsed = parseAddress(address)
  if ('problem' in parsed) throw new InvalidQueryError([{ path: 'address', ...parsed.problem }])
  const read = (method: string, ...params: unknown[]) => readData(client, method, params, signal)
  const [code, direct, beacon] = await Promise.all([
    read('eth_getCode', parsed.address),
    read('eth_getStorageAt', parsed.address, implementationSlot),
    read('eth_getStorageAt', parsed.address, beaconSlot),
  ])
  const [, minimal, delegated] = delegates.exec(code) ?? []
  const found = minimal ?? delegated
  if (found !== undefined) return `0x${found}`
  const kept = addressIn(direct)
  if (kept) return kept
  const at = addressIn(beacon)
  return at && addressIn(await read('eth_call', { to: at, data: beaconCall }))
}

/** The address in a word; `undefined` for zero or a word that is not an address. */
function addressIn(word: Hex): Address | undefined {
  const digits = word.slice(2).padStart(64, '0')
  return /^0{24}(?!0{40})[0-9a-f]{40}$/.test(digits) ? `0x${digits.slice(24)}` : undefined
}
