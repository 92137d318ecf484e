import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { hexToBytes, numberToHex, type Address, type Hash, type Hex } from 'viem'
import type { ContractKey, DemoContract } from '../../demo/contracts.mjs'
import { createRpc, type Rpc } from '../../demo/createRpc.mjs'
import { anvilFlags, prepareChain, toTransaction } from '../../demo/prepareChain.mjs'
import { startAnvil } from '../../demo/startAnvil.mjs'
import { defineNetwork } from '../../src/logs/archive/defineNetwork.ts'
import type { Network } from '../../src/rpc/networks/Network.ts'

export interface TestChainOptions {
  /** @default 3721 */
  chainId?: number | undefined
  /** Blocks of history in addition to the eight that deploy the contracts. @default 0 */
  blocks?: number | undefined
  /** The seed of the history. @default 1 */
  seed?: number | undefined
}

/** A real chain: its own anvil with the contracts of the demo. It mines only on request. */
export interface TestChain {
  readonly chainId: number
  readonly http: string
  readonly webSocket: string
  /** The chain as a network of this library, over HTTP only by default. */
  network(endpoints?: 'http' | 'webSocket' | 'both'): Network
  readonly contracts: readonly DemoContract[]
  /** The node's own accounts: it signs for them. */
  readonly accounts: readonly Address[]
  /** The node, queried without this library. */
  readonly rpc: Rpc
  contract(key: ContractKey): DemoContract
  /** Sends a transaction in which a contract performs `action` this many times; the next block includes it. */
  send(key: ContractKey, action: string, options?: { seed?: number; count?: number }): Promise<Hash>
  mine(blocks?: number): Promise<void>
  /** {@link TestChain.send} and {@link TestChain.mine}. */
  emit(key: ContractKey, action: string, options?: { seed?: number; count?: number }): Promise<Hash>
  head(): Promise<bigint>
  /** Every log of the chain, as the node has it. */
  allLogs(): Promise<NodeLog[]>
  /**
   * Kills the process at once and starts another on the same port: with the chain as it was, or with a new one that
   * has nothing but the contracts, of the same id or another. `meanwhile` is done while the node is down.
   */
  restart(state: 'kept' | 'lost', meanwhile?: () => Promise<void>, chainId?: number): Promise<void>
  stop(): Promise<void>
}

/** A log as JSON-RPC has it. */
export interface NodeLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: Hex
  readonly blockHash: Hash
  readonly blockTimestamp: Hex
  readonly transactionHash: Hash
  readonly transactionIndex: Hex
  readonly logIndex: Hex
  readonly removed: boolean
}

/** Starts a chain on a free port. The caller stops it; it ends with the process in any case. */
export async function startTestChain(options: TestChainOptions = {}): Promise<TestChain> {
  const { chainId = 3721, blocks = 0, seed = 1 } = options
  const flags = (id = chainId) => anvilFlags({ chainId: id, blocks, states: true })
  let anvil = await startAnvil({ args: flags() })
  const rpc = createRpc(anvil.http)
  const stop = async () => {
    rpc.close()
    await anvil.stop()
  }
  try {
    const { contracts } = await prepareChain(rpc, { seed, blocks })
    const accounts = (await rpc.request('eth_accounts')) as Address[]
    const { http, webSocket } = anvil

    const send: TestChain['send'] = async (contract, action, { seed = 1, count = 1 } = {}) => {
      const transaction = toTransaction(contracts, { contract, action, seed, count })
      return (await rpc.request('eth_sendTransaction', [{ from: accounts[0], ...transaction }])) as Hash
    }
    const mine: TestChain['mine'] = async (count = 1) => {
      await rpc.request('anvil_mine', [numberToHex(count)])
    }

    return {
      chainId,
      http,
      webSocket,
      network: (endpoints = 'http') => toNetwork(chainId, anvil, endpoints),
      contracts,
      accounts,
      rpc,
      contract(key) {
        const found = contracts.find((contract) => contract.key === key)
        if (!found) throw new Error(`The demo has no contract "${key}".`)
        return found
      },
      send,
      mine,
      async emit(key, action, given) {
        const hash = await send(key, action, given)
        await mine()
        return hash
      },
      head: async () => BigInt((await rpc.request('eth_blockNumber')) as Hex),
      allLogs: async () =>
        (await rpc.request('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest' }])) as NodeLog[],
      async restart(state, meanwhile, id = chainId) {
        const folder = await mkdtemp(join(tmpdir(), 'anvil-'))
        try {
          const file = join(folder, 'state.json')
          if (state === 'kept') {
            const dump = (await rpc.request('anvil_dumpState')) as Hex
            await writeFile(file, gunzipSync(hexToBytes(dump)))
          }
          await anvil.stop()
          await meanwhile?.()
          const args = [...flags(id), ...(state === 'kept' ? ['--load-state', file] : [])]
          anvil = await startAnvil({ port: anvil.port, args })
          if (state === 'lost') await prepareChain(rpc, { seed, blocks })
        } finally {
          await rm(folder, { recursive: true })
        }
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function toNetwork(
  id: number,
  { http, webSocket }: { http: string; webSocket: string },
  endpoints: 'http' | 'webSocket' | 'both',
): Network {
  const urls = {
    http: endpoints === 'webSocket' ? [] : [http],
    ...(endpoints !== 'http' && { webSocket: [webSocket] }),
  }
  return defineNetwork(
    {
      id,
      name: 'Test chain',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: urls },
    },
    { finality: 8 },
  )
}
