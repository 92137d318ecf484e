import {
  createClient,
  createTransport,
  type Chain,
  type Client,
  type EIP1193RequestFn,
  type Transport,
} from 'viem'
import { Listeners } from '../base/Listeners.ts'
import type { RequestEvent } from '../base/RequestEvent.ts'
import { InvalidNetworkError } from '../errors/InvalidNetworkError.ts'
import { LazyCache } from '../logs/cache/LazyCache.ts'
import type { LogCache } from '../logs/cache/LogCache.ts'
import type { BudgetStorage } from '../rpc/Budget.ts'
import { createNetwork } from '../rpc/networks/createNetwork.ts'
import { isNetwork, type Network } from '../rpc/networks/Network.ts'
import { lazyEngine } from './lazyEngine.ts'
import type { LogsConfig, LogsErrorContext } from './LogsConfig.ts'

export interface CreateLogsConfigParameters {
  /** The networks to read, the first of which is current at the start. */
  networks?: readonly Network[] | undefined
  /**
   * viem clients to read chains with, in place of `networks`' endpoints: one per chain, such as wagmi's
   * `config.getClient({ chainId })`. A chain that is not in `networks` is added. Requests go through the client's
   * transport; a `nodePool(...)` transport spreads them over its endpoints, any other sends them to its only one.
   *
   * @default a client over each network's own endpoints
   */
  clients?: readonly Client<Transport, Chain>[] | undefined
  /**
   * Cache of final blocks. `createLogCache({ storage: indexedDbStorage() })` from `topic0/core` keeps it across page
   * loads. @default in memory
   */
  cache?: LogCache | undefined
  /** Chain id of the network that is current at the start. @default the first network's */
  chainId?: number | undefined
  /**
   * Called after each attempt of each JSON-RPC call, for a request log or OpenTelemetry spans. Events name hosts
   * only: no keys, paths or headers.
   */
  onRequest?: ((event: RequestEvent) => void) | undefined
  /**
   * Called when logs cannot be read or live updates fail, for error reporting such as Sentry. Errors contain no keys.
   * Live updates continue, and report the next error only after they have recovered.
   */
  onError?: ((error: Error, context: LogsErrorContext) => void) | undefined
}

/**
 * Creates the config of an app: the networks it reads, their clients and the cache.
 *
 * @throws {@link InvalidNetworkError} without a network, when a client has no chain, when two networks or two clients share a
 * chain id, or when no network has `chainId`.
 *
 * @example
 * const config = createLogsConfig({ networks: [xone, xoneTestnet] })
 */
export function createLogsConfig(parameters: CreateLogsConfigParameters): LogsConfig {
  const config = new AppConfig(listNetworks(parameters), parameters)
  // Throws if no network has `chainId`.
  config.getNetwork()
  // Queries will need it soon. They retry a failed load.
  if (typeof window !== 'undefined') lazyEngine.load().catch(() => {})
  return config
}

/** The config of an app. Its methods are bound: apps and hooks pass them on. */
class AppConfig implements LogsConfig {
  readonly networks: readonly Network[]
  readonly cache: LogCache
  readonly onError: LogsConfig['onError']
  readonly #clients: Map<number, Client>
  readonly #watch: ((client: Client) => void) | undefined
  readonly #listeners = new Listeners()
  /** Chain id of the current network. */
  #current: number

  constructor(networks: readonly Network[], parameters: CreateLogsConfigParameters) {
    const { clients = [], cache = new LazyCache(lazyEngine), chainId, onRequest, onError } = parameters
    this.networks = networks
    this.cache = cache
    this.onError = onError
    this.#clients = new Map(clients.map((client) => [client.chain.id, client]))
    this.#watch = onRequest && createRequestWatcher(onRequest)
    this.#current = chainId ?? networks[0]!.id
  }

  readonly getNetwork = (chainId = this.#current): Network => {
    const network = this.networks.find(({ id }) => id === chainId)
    if (network) return network
    const known = this.networks.map(({ id, name }) => `${id} (${name})`).join(', ')
    throw new InvalidNetworkError(
      `chain ${chainId}`,
      'it is not one of the configured networks',
      `Add it to createLogsConfig's \`networks\`. Configured: ${known}.`,
    )
  }

  readonly getClient = (chainId?: number): Client => {
    const network = this.getNetwork(chainId)
    const client = this.#clients.get(network.id) ?? connectNetwork(network)
    this.#clients.set(network.id, client)
    this.#watch?.(client)
    return client
  }

  readonly getChainId = (): number => this.#current

  readonly setChainId = (chainId: number): void => {
    if (this.getNetwork(chainId).id === this.#current) return
    this.#current = chainId
    this.#listeners.notify()
  }

  readonly subscribe = this.#listeners.add
}

/** The given networks, and those of the clients' other chains. */
function listNetworks({
  networks: given = [],
  clients = [],
}: CreateLogsConfigParameters): readonly Network[] {
  // JavaScript can pass a plain chain.
  const networks = given.map((network) => (isNetwork(network) ? network : createNetwork(network)))
  const chains = clients.map(chainOf)
  for (const chain of chains)
    if (!networks.some(({ id }) => id === chain.id)) networks.push(createNetwork(chain))
  if (!networks[0])
    throw new InvalidNetworkError('none', 'there is no network', 'Pass at least one network or client.')
  refuseTwice('networks', networks)
  refuseTwice('clients', chains)
  return networks
}

function chainOf(client: Client | undefined): Chain {
  if (client?.chain) return client.chain
  throw new InvalidNetworkError('unknown', 'a client has no chain', 'Give it a `chain`.')
}

/** Throws if two chains have the same id. */
function refuseTwice(what: string, chains: readonly Chain[]): void {
  const twice = chains.find((chain, at) => chains.findIndex(({ id }) => id === chain.id) < at)
  if (twice)
    throw new InvalidNetworkError(
      twice.name,
      `two ${what} have the chain id ${twice.id}`,
      'Remove one of them.',
    )
}

/** Returns a function that watches the pool of a client, once per client and before its first request. */
function createRequestWatcher(onRequest: (event: RequestEvent) => void): (client: Client) => void {
  const watched = new WeakSet<Client>()
  return (client) => {
    const watch = ({ getPool }: NonNullable<ReturnType<typeof lazyEngine.loaded>>) => {
      if (watched.has(client)) return
      watched.add(client)
      getPool(client).onRequest(onRequest)
    }
    const engine = lazyEngine.loaded()
    if (engine) watch(engine)
    // The query reports a failed load, and retries it.
    else lazyEngine.load().then(watch, () => {})
  }
}

/** A client over a network's own endpoints. `getPool` makes its pool from the transport's `network` and `calls`. */
export function connectNetwork(network: Network, calls?: BudgetStorage): Client<Transport, Network> {
  const request = (async ({ method, params }, options?: { signal?: AbortSignal | undefined }) => {
    const { getPool } = lazyEngine.loaded() ?? (await lazyEngine.load())
    const { result } = await getPool(client).request({ method, params }, { signal: options?.signal })
    return result
  }) as EIP1193RequestFn
  const transport = () =>
    createTransport(
      { key: 'nodePool', name: 'Node pool', type: 'nodePool', request, retryCount: 0 },
      { network, calls },
    )
  const client: Client<Transport, Network> = createClient({ chain: network, transport })
  return client
}
