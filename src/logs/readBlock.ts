import type { Hash } from 'viem'
import { NodeError } from '../errors.ts'
import type { Pool } from '../rpc/Pool.ts'
import type { Filter } from './Filter.ts'
import { packLogs } from './packLogs.ts'
import type { ScanEvent } from './scan.ts'
import { toLogsEvent } from './toLogsEvent.ts'
import { toRpcFilter } from './toRpcFilter.ts'
import { verifyLogs } from './verifyLogs.ts'

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
  const { result, endpoint } = await pool.request(
    { method: 'eth_getLogs', params: [toRpcFilter(filter, { blockHash })] },
    { signal, endpoint: header.endpoint },
  )
  const { logs, dropped } = verifyLogs(result, filter, { blockHash }, endpoint)
  const selection = { segment: packLogs(logs), rows: undefined }
  const read = { type: 'logs', range, selection, endpoint, dropped } as const
  yield toLogsEvent(read, order, limit ?? Number.POSITIVE_INFINITY)
}
