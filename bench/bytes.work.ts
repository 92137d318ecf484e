import { createPublicClient, custom, toEventSelector } from 'viem'
import { scanRepliesInSlices } from '../src/logs/columns/scanReplies.ts'
import { verifyLogs } from '../src/logs/columns/verifyLogs.ts'
import { createPackedLogList } from '../src/logs/list/createPackedLogList.ts'
import { toLogJson } from '../src/logs/list/toLogJson.ts'
import { readBody } from '../src/rpc/http/readBody.ts'
import { randomLogs, transferEvent } from '../test/support/randomLogs.ts'

/** The body of a node's answer. */
export function answer(count: number): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, result: randomLogs({ seed: 42, count }).map(toLogJson) })
}

const filter = { address: undefined, topics: [[toEventSelector(transferEvent)]] }
const blocks = { from: 0n, to: 2n ** 53n - 1n }

/** What a scan does with an answer. */
async function read(response: Response): Promise<number> {
  const [reply] = await scanRepliesInSlices(await readBody(response, 2 ** 30))
  if (!reply?.result) throw new Error('The answer holds no logs.')
  const { selection } = verifyLogs(reply.result.segment, filter, blocks)
  return createPackedLogList({ segments: [selection] }).length
}

/** Ways from the bytes of an answer to logs. Each resolves to the number of logs. `respond` returns a response whose bytes have arrived. */
export function ways(respond: () => Response) {
  return {
    ours: () => read(respond()),
    'response.json()': async () => ((await respond().json()) as { result: unknown[] }).result.length,
  }
}

/** viem's way to decoded logs, given the answer's bytes. */
export async function viemGetLogs(respond: () => Response): Promise<number> {
  const client = createPublicClient({
    transport: custom({ request: async () => ((await respond().json()) as { result: unknown }).result }),
  })
  const logs = await client.getLogs({ event: transferEvent, fromBlock: 0n, toBlock: 1n })
  return logs.length
}
