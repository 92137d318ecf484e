import { createClient, createTransport } from 'viem'
import type { Chain, Client, EIP1193RequestFn, Transport } from 'viem'
import type { RequestEvent } from '../base/RequestEvent.ts'
import { InvalidNetworkError } from '../errors/InvalidNetworkError.ts'
import { createLogCache } from '../logs/cache/createLogCache.ts'
import type { LogCache } from '../logs/cache/LogCache.ts'
import { defineNetwork } from '../rpc/networks/defineNetwork.ts'
import type { Network } from '../rpc/networks/defineNetwork.ts'
import { lazyEngine } from './lazyEngine.ts'
import type { LogsConfig, LogsErrorContext } from './LogsConfig.ts'

export interface CreateLogsConfigParameters {
  /** The networks to read, the first of which is current at the start. */
  networks?: readonly Network[] | undefined
  /**
   * viem clients to read chains with, in place of `networks`' endpoints: one per chain, such as wagmi's
   * `config.getClient({ chainId })`. A chain that is not in `networks` is added. Requests go through the client's transport;
   * with `nodePool(...)` as transport they are spread over endpoints, else they all go to the client's one.
   *
   * @default a client over each network's own endpoints
   */
  clients?: readonly Client<Transport, Chain>[] | undefined
  /**
   * What has been read and can never change. `createLogCache({ storage: indexedDbStorage() })` from `topic0/core` makes it
   * outlive the page. @default in memory
   */
  cache?: LogCache | undefined
  /** Id of the network that is current at the start. @default the first network's */
  chainId?: number | undefined
  /**
   * Called with each attempt of each JSON-RPC call, when it has ended: for a request log, or spans of OpenTelemetry. Hosts
   * only: no keys, paths or headers.
   */
  onRequest?: ((event: RequestEvent) => void) | undefined
  /**
   * Called when logs could not be read, and when live updates fail: for Sentry. Errors contain no keys. Live updates go on,
   * and report an error again only after they have worked meanwhile.
   */
  onError?: ((error: Error, context: LogsErrorContext) => void) | undefined
}

/**
 * Says which networks an app reads.
 *
 * @throws {@link InvalidNetworkError} without a network, or when two share a chain id.
 *
 * @example
 * const config = createLogsConfig({ networks: [xone, xoneTestnet] })
 */
export function createLogsConfig(parameters: CreateLogsConfigParameters): LogsConfig {
  const { clients: given = [] } = parameters
  const networks = [...(parameters.networks ?? [])]
  const clients = new Map<number, Client>()
  for (const client of given) {
    const { id } = client.chain
    clients.set(id, client)
    if (!networks.some((network) => network.id === id)) networks.push(defineNetwork(client.chain))
  }
  const [first] = networks
  if (!first)
    throw new InvalidNetworkError('none', 'there is no network', 'Give `networks` or `clients` at least one.')
  const ids = networks.map(({ id }) => id)
  const twice = networks.find(({ id }, index) => ids.indexOf(id) !== index)
  if (twice)
    throw new InvalidNetworkError(
      twice.name,
      `two networks have the chain id ${twice.id}`,
      'Keep one of them.',
    )

  let current = parameters.chainId ?? first.id
  const listeners = new Set<() => void>()
  const { onRequest, onError } = parameters
  const watched = new WeakSet<Client>()

  /** Watches the pool of a client once it is there, before its first request. */
  function watch(client: Client) {
    if (!onRequest || watched.has(client)) return
    const add = ({ getPool }: NonNullable<ReturnType<typeof lazyEngine.loaded>>) => {
      if (watched.has(client)) return
      watched.add(client)
      getPool(client).onRequest(onRequest)
    }
    const engine = lazyEngine.loaded()
    if (engine) add(engine)
    // The query reports that it could not be loaded, and loads it again.
    else lazyEngine.load().then(add, () => {})
  }

  const getNetwork = (chainId = current) => {
    const network = networks.find(({ id }) => id === chainId)
    if (network) return network
    const known = networks.map(({ id, name }) => `${id} (${name})`).join(', ')
    throw new InvalidNetworkError(
      `chain ${chainId}`,
      'it is not one of the configured networks',
      `Add it to createLogsConfig's \`networks\`. Configured: ${known}.`,
    )
  }
  getNetwork()
  // Queries need it soon. One that fails to load is loaded again by the query.
  if (typeof window !== 'undefined') lazyEngine.load().catch(() => {})

  return {
    networks,
    cache: parameters.cache ?? createLogCache(),
    getNetwork,
    getClient(chainId) {
      const network = getNetwork(chainId)
      let client = clients.get(network.id)
      if (!client) {
        client = connectNetwork(network)
        clients.set(network.id, client)
      }
      watch(client)
      return client
    },
    onError,
    getChainId: () => current,
    setChainId(chainId) {
      if (getNetwork(chainId).id === current) return
      current = chainId
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A client over a network's own endpoints. `getPool` makes its pool from the transport's `network`. */
function connectNetwork(network: Network): Client {
  const request = (async ({ method, params }, options?: { signal?: AbortSignal | undefined }) => {
    const { getPool } = lazyEngine.loaded() ?? (await lazyEngine.load())
    const { result } = await getPool(client).request({ method, params }, { signal: options?.signal })
    return result
  }) as EIP1193RequestFn
  const transport = () =>
    createTransport(
      { key: 'nodePool', name: 'Node pool', type: 'nodePool', request, retryCount: 0 },
      { network },
    )
  const client: Client = createClient({ chain: network, transport })
  return client
}
