import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { defineChain, parseAbiItem, type Address } from 'viem'
import { createLogCache, indexedDbStorage } from '../../src/core.ts'
import { createLogsConfig, defineNetwork, LogsProvider, useLogsReducer } from '../../src/index.ts'
import type { LivePageOptions } from './LivePage.ts'

const { chainId, http, contract } = JSON.parse(decodeURIComponent(location.hash.slice(1))) as LivePageOptions
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const network = defineNetwork(
  defineChain({
    id: chainId,
    name: 'Local',
    nativeCurrency: { name: 'Xone', symbol: 'XOC', decimals: 18 },
    rpcUrls: { default: { http: [http] } },
  }),
  { http: [http], finality: 8 },
)

const initial = {
  balances: [] as readonly (readonly [Address, string])[],
  /** The head as of which the balances are complete. */
  head: undefined as string | undefined,
  /** The oldest block that was reduced, not restored. */
  reducedFrom: undefined as number | undefined,
  /** Logs of the newest state in IndexedDB. */
  stored: 0,
}
export type SeenBalances = typeof initial
const seen: SeenBalances = initial
Object.assign(globalThis, { seen })

const storage = indexedDbStorage()
const folds = storage.folds!
const write = folds.write.bind(folds)
folds.write = async (...args) => {
  await write(...args)
  seen.stored = args[2].length
}
const config = createLogsConfig({ networks: [network], cache: createLogCache({ storage }) })
const noBalances = new Map<Address, bigint>()

function Balances() {
  const { state, isReduced, isComplete, head } = useLogsReducer({
    address: contract.address,
    event: transfer,
    fromBlock: 0n,
    live: true,
    pollingInterval: 100,
    initial: noBalances,
    mutates: true,
    reduce(balances, logs) {
      for (const { args, blockNumber } of logs) {
        seen.reducedFrom = Math.min(seen.reducedFrom ?? Infinity, Number(blockNumber))
        balances.set(args.from, (balances.get(args.from) ?? 0n) - args.value)
        balances.set(args.to, (balances.get(args.to) ?? 0n) + args.value)
      }
      return balances
    },
    persist: { name: 'balances', version: 1 },
  })
  useEffect(() => {
    seen.balances = [...state].map(([holder, balance]) => [holder, balance.toString()])
    seen.head = isReduced && isComplete ? head?.toString() : undefined
  }, [state, isReduced, isComplete, head])
  return null
}

createRoot(document.querySelector('#root')!).render(
  <QueryClientProvider client={new QueryClient()}>
    <LogsProvider config={config}>
      <Balances />
    </LogsProvider>
  </QueryClientProvider>,
)
