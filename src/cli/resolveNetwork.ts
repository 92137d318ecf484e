import type { Chain } from 'viem'
import { createNetwork } from '../rpc/networks/createNetwork.ts'
import type { Network } from '../rpc/networks/Network.ts'
import { xone } from '../rpc/networks/xone.ts'
import { xoneTestnet } from '../rpc/networks/xoneTestnet.ts'
import { readChainId } from '../rpc/pool/readChainId.ts'
import { UsageError } from './options/UsageError.ts'

interface NetworkOptions {
  readonly rpc: readonly string[]
  readonly network: string | undefined
  readonly quota?: number | undefined
  readonly maxCalls?: number | undefined
}

interface ResolvedNetwork {
  readonly network: Network
  /** JSON-RPC calls that were sent. Budgets are by network, so that none has counted them. */
  readonly calls: number
}

const named: Readonly<Record<string, Network>> = { xone, 'xone-testnet': xoneTestnet }
const presets = Object.values(named)

/**
 * The network of a command line: the named one, or the one that its endpoints serve (`eth_chainId`).
 *
 * @throws {@link UsageError} for an unknown name, or endpoints of different networks; {@link NodeError} if no endpoint reports
 * its chain id.
 */
export async function resolveNetwork(options: NetworkOptions, signal: AbortSignal): Promise<ResolvedNetwork> {
  const { rpc, network: name, quota, maxCalls } = options
  const asked = name === undefined ? rpc.slice(0, Math.min(quota ?? rpc.length, maxCalls ?? rpc.length)) : []
  const chain = name === undefined ? await chainOf(asked, signal) : await findChain(name, rpc.length > 0)
  const isSocket = (url: string) => /^wss?:/i.test(url)
  const sockets = rpc.filter(isSocket)
  if (sockets.length > 1)
    throw new UsageError('--rpc: only one WebSocket endpoint can be used, next to any number of HTTP ones.')
  const preset = presets.find(({ id }) => id === chain.id)
  // Only the public endpoints have this quota.
  const dailyQuota = quota ?? (rpc.length === 0 ? preset?.dailyQuota : undefined)
  const endpoints =
    rpc.length > 0
      ? { http: rpc.filter((url) => !isSocket(url)), webSocket: sockets[0] }
      : { http: preset?.http, webSocket: preset?.webSocket }
  const network = createNetwork(chain, { ...endpoints, finality: preset?.finality, dailyQuota })
  return { network, calls: asked.length }
}

async function findChain(name: string, hasEndpoints: boolean): Promise<Chain> {
  const preset = Object.hasOwn(named, name) ? named[name] : presets.find(({ id }) => name === String(id))
  if (preset) return preset
  const chains: Readonly<Record<string, Chain>> = await import('viem/chains')
  const found = Object.entries(chains).find(([key, { id }]) => key === name || String(id) === name)
  if (found) return found[1]
  if (/^[1-9]\d{0,15}$/.test(name) && hasEndpoints) return unnamedChain(Number(name))
  throw new UsageError(
    `--network: viem has no network ${name}. Pass its endpoints with --rpc${/^\d+$/.test(name) ? '' : ', and its chain id'}.`,
  )
}

async function chainOf(rpc: readonly string[], signal: AbortSignal): Promise<Chain> {
  const names = rpc.map((url) => new URL(url).host)
  const read = await Promise.allSettled(rpc.map((url) => readChainId(url, signal)))
  signal.throwIfAborted()
  const ids = new Map<number, string>()
  for (const [at, result] of read.entries())
    if (result.status === 'fulfilled' && !ids.has(result.value)) ids.set(result.value, names[at]!)
  const [first, second] = ids
  if (first && second)
    throw new UsageError(
      `--rpc: these endpoints serve different networks: ${first[1]} has chain id ${first[0]}, ${second[1]} has ${second[0]}.`,
    )
  if (first) return presets.find(({ id }) => id === first[0]) ?? findChainById(first[0])
  throw read.find((result) => result.status === 'rejected')?.reason
}

/** The chain ids of anvil and Hardhat, and of geth: viem has several names for them. */
const localIds: readonly number[] = [31_337, 1_337]

async function findChainById(id: number): Promise<Chain> {
  if (localIds.includes(id)) return unnamedChain(id, 'Local chain')
  const chains: Readonly<Record<string, Chain>> = await import('viem/chains')
  return unnamedChain(id, Object.values(chains).find((chain) => chain.id === id)?.name)
}

function unnamedChain(id: number, name = `Chain ${id}`): Chain {
  return {
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  }
}
