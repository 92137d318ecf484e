import { createClient } from 'viem'
import { defineNetwork } from '../src/logs/archive/defineNetwork.ts'
import { scan } from '../src/logs/scan/scan.ts'
import { xone } from '../src/rpc/networks/xone.ts'
import { createPool } from '../src/rpc/pool/createPool.ts'
import { nodePool } from '../src/rpc/pool/nodePool.ts'

/** Sends what a page sends to a hostile node, until it is given up. `url` names the body, and the method that gets it. */
export async function read(url: string): Promise<void> {
  const network = defineNetwork(xone, { http: [url] })
  const options = { storage: null, channel: null, maxAttempts: 2 } as const
  if (new URL(url).searchParams.get('method') === 'eth_getLogs') {
    const client = createClient({ chain: network, transport: nodePool(network, options) })
    const run = scan(client, { fromBlock: 0n, toBlock: 1n })[Symbol.asyncIterator]()
    await until(async () => {
      while (!(await run.next()).done);
    })
    await run.return?.(undefined)
    return
  }
  const pool = createPool(network, options)
  await until(() => pool.request({ method: 'eth_blockNumber' }))
  pool.close()
}

/** Waits for some work, however it ends, for at most 20 seconds: a wait for the next attempt does not matter here. */
async function until(work: () => Promise<unknown>): Promise<void> {
  await Promise.race([work().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 20_000))])
}
