import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { keccak256, numberToHex, parseAbiItem, type Address } from 'viem'
import { createLogsConfig, LogsProvider, xone, xoneTestnet } from '../../src/index.ts'
import { createTestLogs, createTestNetwork } from '../../src/testing.ts'

const addressOf = (number: number) => keccak256(numberToHex(number)).slice(0, 42) as Address
const contracts = [1, 2, 3].map(addressOf)
const accounts = [11, 12, 13, 14, 15, 16, 17, 18].map(addressOf)

/** A contract of the chain, one of its accounts, and the event of its logs. */
export const token = contracts[0]!
export const account = accounts[0]!
export const transfer = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
)

const millisecondsPerBlock = 2_000

/** Three transfers in each block, one of each contract. */
export function transfersIn(block: bigint) {
  const hash = keccak256(numberToHex(block))
  return contracts.flatMap((address, index) => {
    const digit = (at: number) => Number.parseInt(hash[index * 16 + at]!, 16)
    const [from, to] = [accounts[digit(2) % 8]!, accounts[digit(3) % 8]!]
    const value = BigInt(`0x${hash.slice(index * 16 + 4, index * 16 + 16)}`)
    return createTestLogs(transfer, [{ from, to, value }], { address })
  })
}

/** The token is a minimal proxy (EIP-1167) of another contract. */
const methods = {
  eth_getCode: () => `0x363d3d373d3d3d363d73${contracts[1]!.slice(2)}5af43d82803e903d91602b57fd5bf3`,
  eth_getStorageAt: () => `0x${'0'.repeat(64)}`,
}

function startChain() {
  const networks = [xone, xoneTestnet].map((chain) => {
    const network = createTestNetwork({
      chain,
      logs: transfersIn,
      blockNumber: 1_999n,
      blockTime: millisecondsPerBlock / 1_000,
      endpoints: 3,
      dailyQuota: 10_000,
      methods,
    })
    network.delay(40)
    return network
  })
  const config = createLogsConfig({
    networks: networks.map(({ chain }) => chain),
    clients: networks.map(({ client }) => client),
  })
  return { networks, config, queryClient: new QueryClient() }
}

/** A chain that lives in the page and mines a block every two seconds, with the providers that hooks need. */
export function LiveChain({ children }: { children: ReactNode }) {
  const [{ networks, config, queryClient }] = useState(startChain)
  useEffect(() => {
    const timer = setInterval(() => networks.forEach((network) => network.mine()), millisecondsPerBlock)
    return () => clearInterval(timer)
  }, [networks])
  return (
    <QueryClientProvider client={queryClient}>
      <LogsProvider config={config}>
        <div className="example">{children}</div>
      </LogsProvider>
    </QueryClientProvider>
  )
}
