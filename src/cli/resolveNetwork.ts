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
  /** JSON-RPC calls sent to find the network, for the caller to count: a budget needs to know the network. */
  readonly calls: number
}

const named: Readonly<Record<string, Network>> = { xone, 'xone-testnet': xoneTestnet }
const presets = Object.values(named)
/** Milliseconds to wait for other endpoints once one has answered, and until a line names those that have not. */
const patience = 2_000

/**
 * The network of a command line: the named one, or the one that its endpoints serve (`eth_chainId`).
 *
 * @throws {@link UsageError} for an unknown name, or endpoints of different networks; {@link NodeError} if no endpoint reports
 * its chain id.
 */
export async function resolveNetwork(options: NetworkOptions, signal: AbortSignal): Promise<ResolvedNetwork> {
  const { network: name, quota, maxCalls } = options
  const { length } = options.rpc
  const asked = name === undefined ? options.rpc.slice(0, Math.min(quota ?? length, maxCalls ?? length)) : []
  const { chain, answered } =
    name === undefined
      ? await chainOf(asked, signal)
      : { chain: await findChain(name, length > 0), answered: [] }
  // The pool begins with the first one: not with one that may hang.
  const rpc = [...new Set([...answered, ...options.rpc])]
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

/** The chain that endpoints serve, and those that have said so. */
async function chainOf(
  rpc: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly chain: Chain; readonly answered: readonly string[] }> {
  const names = rpc.map((url) => new URL(url).host)
  const { ids, errors } = await readChainIds(rpc, names, signal)
  signal.throwIfAborted()
  const id = ids.find((one) => one !== undefined)
  if (id === undefined) throw errors.find((error) => error !== undefined)!
  const other = ids.findIndex((one) => one !== undefined && one !== id)
  if (other !== -1)
    throw new UsageError(
      `--rpc: these endpoints serve different networks: ${names[ids.indexOf(id)]} has chain id ${id}, ${names[other]} has ${ids[other]}.`,
    )
  const chain = presets.find((preset) => preset.id === id) ?? (await findChainById(id))
  return { chain, answered: rpc.filter((_, at) => ids[at] !== undefined) }
}

/** Reads the chain id of each endpoint. Once one has answered, waits for the others only for a short time. */
async function readChainIds(rpc: readonly string[], names: readonly string[], signal: AbortSignal) {
  const ids = rpc.map((): number | undefined => undefined)
  const errors = rpc.map((): Error | undefined => undefined)
  const late = new AbortController()
  const until = AbortSignal.any([signal, late.signal])
  let timer: NodeJS.Timeout | undefined
  const silence = setTimeout(() => {
    const silent = names.filter((_, at) => ids[at] === undefined && errors[at] === undefined)
    process.stderr.write(`Waiting for ${silent.join(', ')}.\n`)
  }, patience)
  const read = async (url: string, at: number) => {
    try {
      ids[at] = await readChainId(url, until)
      timer ??= setTimeout(() => late.abort(), patience)
    } catch (error) {
      errors[at] = error as Error
    }
  }
  await Promise.all(rpc.map(read))
  clearTimeout(silence)
  clearTimeout(timer)
  return { ids, errors }
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
