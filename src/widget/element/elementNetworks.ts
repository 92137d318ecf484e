import type { Chain } from 'viem'
import { InvalidAttributeError } from '../../errors/InvalidAttributeError.ts'
import { textProblem } from '../../logs/filter/formats/textProblem.ts'
import { formatInput, type InputProblem } from '../../logs/filter/inputProblem.ts'
import { createNetwork } from '../../rpc/networks/createNetwork.ts'
import type { Network } from '../../rpc/networks/Network.ts'
import { xone } from '../../rpc/networks/xone.ts'
import { xoneTestnet } from '../../rpc/networks/xoneTestnet.ts'

export interface ElementNetworkAttributes {
  /** Chain id, in decimal. */
  readonly network: string | null
  /**
   * HTTPS endpoints, and one WebSocket endpoint if there is one, separated by spaces or commas. Unencrypted only on
   * this machine.
   */
  readonly rpc: string | null
  /** Name of a network that is not one of the presets. */
  readonly name: string | null
}

/**
 * Reads the networks of `<log-explorer>` from its attributes: a preset by its chain id, another chain by its id and
 * endpoints, both presets without attributes.
 *
 * @param dailyQuota Calls per UTC day to endpoints in `rpc`. @default unlimited
 *
 * @throws {@link InvalidAttributeError} naming the invalid attribute.
 */
export function elementNetworks(
  { network, rpc, name }: ElementNetworkAttributes,
  dailyQuota?: number,
): readonly Network[] {
  const presets = [xone, xoneTestnet]
  const urls = (rpc ?? '').split(/[\s,]+/).filter(Boolean)
  if (network === null && urls.length === 0) return presets
  const id = Number(network)
  if (network === null) throw invalid('network', textProblem('attribute-network-missing'))
  if (!Number.isSafeInteger(id) || id < 1)
    throw invalid('network', textProblem('attribute-network', formatInput(network)))
  const preset = presets.find((one) => one.id === id)
  if (urls.length === 0) {
    if (preset) return [preset]
    throw invalid('rpc', textProblem('attribute-endpoints-missing', `${id}`))
  }
  // The URL is not shown, because it may contain a key.
  if (!urls.every((url) => URL.canParse(url) && /^(https?|wss?):/i.test(url)))
    throw invalid('rpc', textProblem('attribute-endpoint'))
  if (urls.some((url) => /^(?:http|ws):/i.test(url) && !isLoopback(new URL(url).hostname)))
    throw invalid('rpc', textProblem('attribute-endpoint-plain'))
  const chain: Chain = preset ?? {
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  }
  const sockets = urls.filter((url) => /^wss?:/i.test(url))
  if (sockets.length > 1) throw invalid('rpc', textProblem('attribute-sockets', `${sockets.length}`))
  const options = { http: urls.filter((url) => !sockets.includes(url)), webSocket: sockets[0], dailyQuota }
  return [createNetwork(name ? { ...chain, name } : chain, options)]
}

const invalid = (path: string, problem: InputProblem) => new InvalidAttributeError({ path, ...problem })

/** Whether a host is this machine itself, to which nothing needs to be encrypted. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:[^.]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname)
}
