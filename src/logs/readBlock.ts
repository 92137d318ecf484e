import type { Hash } from 'viem'
import { NodeError } from '../errors.ts'
import type { Pool } from '../rpc/Pool.ts'
import { blockHeader } from '../rpc/schemas/blockHeader.ts'
import { doubtAnswer } from './doubtAnswer.ts'
import type { Filter } from './Filter.ts'
import { bloomExcludes } from './follow/bloomExcludes.ts'
import type { LogSelection } from './LogSelection.ts'
import { requestLogs } from './requestLogs.ts'
import type { ScanEvent } from './ScanEvent.ts'
import { toLogsEvent } from './toLogsEvent.ts'
import { toRpcFilter } from './toRpcFilter.ts'
import { verifyAnswer } from './verifyAnswer.ts'

/** Reads one block, named by its hash (`eth_getBlockByHash`, then `eth_getLogs` with `blockHash`). */
export async function* readBlock(
  pool: Pool,
  filter: Filter,
  blockHash: Hash,
  options: { order: 'asc' | 'desc'; limit: number | undefined; signal: AbortSignal | undefined },
): AsyncGenerator<ScanEvent, void, void> {
  const { order, limit, signal } = options
  const header = await pool.request<{ number?: unknown } | null>(
    { method: 'eth_getBlockByHash', params: [blockHash, false] },
    { signal },
  )
  const number = header.result?.number
  if (typeof number !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(number))
    throw new NodeError(`${header.endpoint} knows no block with the hash ${blockHash}.`, {
      kind: 'invalid-input',
      method: 'eth_getBlockByHash',
      endpoint: header.endpoint,
      advice: 'Check the hash and the network; after a reorg the block may be gone.',
    })
  const block = BigInt(number)
  const range = { from: block, to: block }
  yield { type: 'planned', range, asked: range, head: block, order }
  // The endpoint that has the block answers for its logs: another may not have it yet.
  const answer = await requestLogs(pool, toRpcFilter(filter, { blockHash }), {
    signal,
    endpoint: header.endpoint,
  })
  const { endpoint } = answer
  const { selection, dropped } = verifyAnswer(pool, answer, filter, range)
  if (!isOfBlock(selection, blockHash))
    throw new NodeError(`${endpoint} answered for another block than ${blockHash}.`, {
      kind: 'malformed',
      method: 'eth_getLogs',
      endpoint,
      advice: 'Use another endpoint.',
    })
  // What its header rules out need not be doubted.
  const bloom = blockHeader.safeParse(header.result).data?.logsBloom
  if (bloom === undefined || !bloomExcludes(bloom, filter)) {
    const old = block + BigInt(pool.network.finality)
    const doubt = await doubtAnswer(selection, range, old, { pool, endpoint, floor: block, signal })
    if (doubt) throw doubt
  }
  const read = { type: 'logs', range, selection, endpoint, dropped } as const
  yield toLogsEvent(read, order, limit ?? Number.POSITIVE_INFINITY)
}

function isOfBlock({ segment, rows }: LogSelection, blockHash: Hash): boolean {
  const first = rows ? rows[0] : 0
  return first === undefined || first >= segment.length || segment.blockHash(first) === blockHash
}
