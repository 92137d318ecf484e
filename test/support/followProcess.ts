import { createClient } from 'viem'
import { createPool, defineNetwork, follow, nodePool, xone } from '../../src/core.ts'

/** The process that a test starts: `follow` until stopped, or one `request`, over a WebSocket. */
const [webSocket = '', what = 'follow'] = process.argv.slice(2)
const network = defineNetwork(xone, { http: [], webSocket })

/** Exits with an unusual code if the process does not end by itself. */
function endLate() {
  setTimeout(() => process.exit(7), 15_000).unref()
}

async function request() {
  const pool = createPool(network)
  const { result } = await pool.request({ method: 'eth_blockNumber' })
  console.log(`head ${String(result)}`)
  endLate()
}

async function followUntilStopped() {
  const stop = new AbortController()
  process.once('SIGINT', () => {
    stop.abort()
    endLate()
  })
  const client = createClient({ chain: network, transport: nodePool(network) })
  try {
    for await (const event of follow(client, { fromBlock: 0n }, { signal: stop.signal }))
      console.log(event.type)
  } catch (error) {
    if (!stop.signal.aborted) throw error
    console.log('stopped')
  }
}

void (what === 'request' ? request() : followUntilStopped())
