import type { Client, Hash } from 'viem'
import { hasOtherEndpoints } from '../../rpc/endpoint/requestEndpoints.ts'
import { getResumedPool } from '../../rpc/pool/getPool.ts'
import {
  malformedTransaction,
  parseTransaction,
  type LogTransaction,
  type TransactionReplies,
} from './LogTransaction.ts'
import { replayTransaction } from './replayTransaction.ts'

export interface ReadTransactionOptions {
  /** Aborts the read: nothing is sent after it fires. */
  signal?: AbortSignal | undefined
}

/**
 * Reads a mined transaction, its receipt and all of its logs (`eth_getTransactionByHash`,
 * `eth_getTransactionReceipt`, in one message). One that was reverted is then replayed to learn why (`eth_call`).
 * `undefined` if the transaction is unknown or not mined yet.
 *
 * @throws {@link NodeError} if no endpoint can answer, or an answer cannot be read; the signal's reason once it
 * fires.
 *
 * @example
 * const transaction = await readTransaction(client, log.transactionHash)
 */
export async function readTransaction(
  client: Client,
  hash: Hash,
  options: ReadTransactionOptions = {},
): Promise<LogTransaction | undefined> {
  const replies = await requestTransaction(client, hash, options)
  return replies && parseTransaction(replies)
}

/** The replies for {@link parseTransaction}. */
export async function requestTransaction(
  client: Client,
  hash: Hash,
  { signal }: ReadTransactionOptions,
): Promise<TransactionReplies | undefined> {
  const pool = getResumedPool(client)
  const read = async (avoid: readonly string[]) => {
    const request = (method: string) =>
      pool.request<TransactionReplies['receipt'] | null>(
        { method, params: [hash] },
        { signal, preferVerified: true, avoid, reason: 'lookup' },
      )
    return Promise.all([request('eth_getTransactionByHash'), request('eth_getTransactionReceipt')])
  }
  let replies = await read([])
  // The endpoint may lag behind the one that sent the log.
  if (replies.some(({ result }) => !result) && hasOtherEndpoints(pool, [replies[0].endpoint]))
    replies = await read(replies.map(({ endpoint }) => endpoint))
  const [{ result: transaction }, { result: receipt }] = replies
  if (!transaction || !receipt) return undefined
  const found = { transaction, receipt }
  // Malformed replies are not cached.
  const parsed = parseTransaction(found)
  if (parsed.hash !== hash.toLowerCase()) throw malformedTransaction('another transaction')
  if (parsed.status !== 'reverted') return found
  return { ...found, replay: await replayTransaction(client, parsed, { signal }) }
}
