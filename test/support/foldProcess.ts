// Counts the logs of each address of a node, and keeps the counts in a file: a process that a test can kill.
import { createClient } from 'viem'
import { defineNetwork } from '../../src/logs/archive/defineNetwork.ts'
import { foldLogs } from '../../src/node/foldLogs.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'

const [url = '', storage = ''] = process.argv.slice(2)
const network = defineNetwork(xone, { http: [url], finality: 20 })
const client = createClient({
  chain: network,
  transport: nodePool(network, { storage: null, channel: null }),
})
const { state } = await foldLogs(
  client,
  { fromBlock: 0n },
  {
    initial: new Map<string, bigint>(),
    reduce(counts, logs) {
      const next = new Map(counts)
      for (const { address } of logs) next.set(address, (next.get(address) ?? 0n) + 1n)
      return next
    },
    storage,
  },
)
process.stdout.write(JSON.stringify(Array.from(state, ([address, count]) => [address, Number(count)])))
process.exit(0)
