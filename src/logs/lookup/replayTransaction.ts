import { numberToHex, type Client, type Hex } from 'viem'
import { BaseError } from '../../errors/BaseError.ts'
import { NodeError } from '../../errors/NodeError.ts'
import { getPool } from '../../rpc/pool/getPool.ts'
import { isRevert } from './isRevert.ts'
import { isHex, type LogTransaction, type TransactionReplay } from './LogTransaction.ts'

// A revert's data is hostile: longer data is not kept.
const maxData = 100_000

/** Calls a transaction again on the state before its block, to learn why it was reverted. A node's refusal is a result. */
export async function replayTransaction(
  client: Client,
  { from, to, value, gasLimit, input, blockNumber }: LogTransaction,
  { signal }: { signal?: AbortSignal | undefined },
): Promise<TransactionReplay> {
  const call = {
    from,
    ...(to && { to }),
    value: numberToHex(value),
    gas: numberToHex(gasLimit),
    data: input,
  }
  try {
    await getPool(client).request(
      { method: 'eth_call', params: [call, numberToHex(blockNumber - 1n)] },
      { signal, reason: 'lookup' },
    )
    return { status: 'success' }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof NodeError && isRevert(error))
      return { status: 'reverted', data: revertData(error.data), message: error.details }
    const kind = error instanceof NodeError ? error.kind : undefined
    return { status: 'error', kind, message: error instanceof BaseError ? error.shortMessage : String(error) }
  }
}

function revertData(sent: unknown): Hex | undefined {
  // Some nodes send it one level down.
  const data: unknown = typeof sent === 'object' && sent !== null && 'data' in sent ? sent.data : sent
  return typeof data === 'string' && data.length <= maxData && isHex(data) ? data : undefined
}
