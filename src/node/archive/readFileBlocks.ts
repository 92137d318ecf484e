import { bytesToHex, numberToHex, type Hash } from 'viem'
import { BaseError } from '../../errors/BaseError.ts'
import { NodeError } from '../../errors/NodeError.ts'
import type { LogColumns } from '../../logs/archive/archiveSchema.ts'
import { parseBlockHeader } from '../../rpc/parseBlockHeader.ts'
import type { Pool } from '../../rpc/Pool.ts'

const method = 'eth_getBlockByNumber'
/** Calls in flight: they share batches. */
const maxInFlight = 500

export interface FileBlock {
  readonly hash: Hash
  readonly timestamp: bigint
}

/**
 * Reads the blocks of logs whose hash is missing, and the last one (`eth_getBlockByNumber`), and compares the transactions,
 * hashes and times of their logs with them.
 *
 * @throws {@link BaseError} if a log is of another chain.
 */
export async function readFileBlocks(
  pool: Pool,
  columns: LogColumns,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<number, FileBlock>> {
  const rowsOf = new Map<number, number[]>()
  const last = columns.block_number.length - 1
  for (let row = 0; row <= last; row++) {
    const number = Number(columns.block_number[row])
    const isWanted = !columns.block_hash[row] || number === Number(columns.block_number[last])
    if (!isWanted) continue
    const rows = rowsOf.get(number)
    if (rows) rows.push(row)
    else rowsOf.set(number, [row])
  }
  const numbers = [...rowsOf.keys()]
  const blocks = new Map<number, FileBlock>()
  for (let at = 0; at < numbers.length; at += maxInFlight)
    await Promise.all(
      numbers.slice(at, at + maxInFlight).map(async (number) => {
        const { block, transactions } = await readBlock(pool, number, signal)
        for (const row of rowsOf.get(number)!) {
          const isOther =
            (transactions && !transactions.has(toText(columns.transaction_hash[row]))) ||
            (columns.block_hash[row] && toText(columns.block_hash[row]) !== block.hash)
          if (isOther)
            throw new BaseError(
              `The files have a log of block ${number} in transaction ${toText(columns.transaction_hash[row])}, which is not in that block of the node.`,
              { advice: 'The files belong to another chain, or to blocks that a reorg has replaced.' },
            )
          const time = columns.block_timestamp[row]
          if (time !== null && time !== undefined && Number(time) !== Number(block.timestamp))
            throw new BaseError(
              `The files have the time ${toText(time)} for block ${number}, but the node has ${block.timestamp}.`,
              { advice: 'block_timestamp is a timestamp, or a number in seconds since the epoch.' },
            )
        }
        blocks.set(number, block)
      }),
    )
  return blocks
}

async function readBlock(pool: Pool, number: number, signal: AbortSignal | undefined) {
  const { result, endpoint } = await pool.request<{ transactions?: unknown } | null>(
    { method, params: [numberToHex(number), false] },
    { signal, smallReply: true, preferBatch: true, preferVerified: true, reason: 'header' },
  )
  const block = parseBlockHeader(result)
  if (block?.number !== BigInt(number))
    throw new NodeError(`${endpoint} has no block ${number}.`, { kind: 'beyond-head', method, endpoint })
  const transactions = Array.isArray(result?.transactions)
    ? new Set(result.transactions.map((hash) => String(hash).toLowerCase()))
    : undefined
  return { block, transactions }
}

function toText(value: unknown): string {
  return value instanceof Uint8Array ? bytesToHex(value) : String(value)
}
