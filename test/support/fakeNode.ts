import { onTestFailed } from 'vitest'
import { startFakeNode, type FakeNode, type FakeNodeOptions } from './startFakeNode.ts'

/**
 * A node in the test: a chain from a seed, one or more endpoints that serve it over an in-process `fetch` and `WebSocket`,
 * and every fault of real nodes. Where no fault beyond `fail(kind)` is needed, use `createTestNetwork`.
 *
 *     const node = createFakeNode({ blocks: 1_000, logsPerBlock: 3, endpoints: 2, latency: 50 })
 *     const network = defineNetwork(xone, { http: node.urls, webSocket: node.webSocketUrl })
 *     const pool = createPool(network, { fetch: node.fetch, WebSocket: node.WebSocket })
 *
 *     node.chain.logs({ address }, 0n, 500n)        // the canonical logs, as RawLog[]
 *     node.chain.mine(3)                            // three blocks with logs from the seed
 *     node.chain.mine(1, { logs: [{ address }] })   // one block with this log
 *     node.chain.reorg(2)                           // replaces the last two blocks
 *     node.faults.maxBlockRange = 100               // the first endpoint's faults; node.endpoints[1].faults for others
 *     node.faults.respond = ({ method }) => (method === 'eth_call' ? { result: '0x' } : undefined)
 *     node.callsOf('eth_getLogs')                   // the calls, with endpoint and message
 *     node.sockets[0]?.drop()                       // closes the connection from the node's side
 *
 * All faults are described in `EndpointFaults.ts`. Latency runs on `setTimeout`, so `vi.useFakeTimers()` makes it
 * virtual; with latency 0 no timer is involved. The same seed gives the same chain and the same random faults. It
 * comes from `seed`, else from the `SEED` environment variable, else it is 1. A failing test prints it.
 */
export function createFakeNode(options: FakeNodeOptions = {}): FakeNode {
  const seed = options.seed ?? (Number(globalThis.process?.env['SEED']) || 1)
  try {
    onTestFailed(() => {
      console.error(`The fake node had seed ${seed}. Replay with SEED=${seed}.`)
    })
  } catch {
    // Created in a hook or at the top of a file: no test is running.
  }
  return startFakeNode({ ...options, seed })
}

export type { FakeNode, FakeNodeOptions }
