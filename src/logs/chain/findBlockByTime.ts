import { numberToHex } from 'viem'
import type { Client } from 'viem'
import { NodeError } from '../../errors/NodeError.ts'
import { getPool } from '../../rpc/pool/getPool.ts'
import { parseQuantity } from '../../rpc/parseQuantity.ts'
import type { Pool } from '../../rpc/Pool.ts'

export interface FindBlockByTimeOptions {
  /** Ends the search: nothing is sent after it fires. */
  signal?: AbortSignal | undefined
}

interface BlockTime {
  readonly number: bigint
  readonly timestamp: bigint
}

const method = 'eth_getBlockByNumber'

/**
 * The first block at or after a time, in seconds since the epoch (`eth_getBlockByNumber`); `undefined` when there is none yet.
 * It guesses by the pace of the blocks around, so that about ten requests do for any chain of an even pace. The last block at
 * or before a time is the one before the first at or after the next second.
 *
 * @throws {@link NodeError} of kind `pruned` when the nodes no longer have blocks that old; the signal's reason when it fires.
 *
 * @example
 * const fromBlock = await findBlockByTime(client, BigInt(Date.parse('2026-01-01T00:00Z') / 1000))
 */
export async function findBlockByTime(
  client: Client,
  time: bigint,
  { signal }: FindBlockByTimeOptions = {},
): Promise<bigint | undefined> {
  const pool = getPool(client)
  const { endpoint, ...head } = await readBlockTime(pool, 'latest', { signal })
  if (head.timestamp < time) return undefined
  const read = (number: bigint) => readBlockTime(pool, number, { signal, endpoint })
  const bracket = await findBracket(head, time, read)
  return bracket ? narrow(bracket, time, read) : 0n
}

interface Bracket {
  /** Before the time. */
  readonly low: BlockTime
  /** At the time or after it. */
  readonly high: BlockTime
}

/** Walks back from the head at the pace it sees, ever further, to a block before the time; `undefined` when there is none. */
async function findBracket(
  head: BlockTime,
  time: bigint,
  read: (number: bigint) => Promise<BlockTime>,
): Promise<Bracket | undefined> {
  let high = head
  let step = 1_000n
  while (high.number > 0n) {
    // Block 0 last, and alone: on many chains it is of 1970, which spoils every pace.
    const low = await read(high.number > step ? high.number - step : high.number > 1n ? 1n : 0n)
    if (low.timestamp < time) return { low, high }
    const seconds = high.timestamp - low.timestamp
    const blocks = high.number - low.number
    // A bit further than the pace says, and at least twice as far as before.
    const guess = seconds > 0n ? ((((low.timestamp - time) * blocks) / seconds) * 9n) / 8n : 0n
    step = guess > step * 2n ? guess : step * 2n
    high = low
  }
  return undefined
}

/** Closes in: where the pace says, then twice as far from the side that was hit again, then in the middle. */
async function narrow(
  { low, high }: Bracket,
  time: bigint,
  read: (number: bigint) => Promise<BlockTime>,
): Promise<bigint> {
  let side: 'low' | 'high' | undefined
  let hits = 0
  while (high.number - low.number > 1n) {
    const blocks = high.number - low.number
    const seconds = high.timestamp - low.timestamp
    const fromLow = ((time - low.timestamp) * blocks) / seconds
    const fromHigh = blocks - fromLow
    const offset =
      hits > 1
        ? blocks / 2n
        : hits === 0
          ? fromLow
          : side === 'low'
            ? fromLow * 2n + 1n
            : blocks - (fromHigh * 2n + 1n)
    const found = await read(low.number + clamp(offset, 1n, blocks - 1n))
    const hit = found.timestamp < time ? 'low' : 'high'
    // Where the side changed, or after the middle, the pace is trusted again.
    hits = side === undefined || (hit === side && hits < 2) ? hits + 1 : 0
    side = hit
    if (hit === 'low') low = found
    else high = found
  }
  return high.number
}

function clamp(value: bigint, low: bigint, high: bigint): bigint {
  return value < low ? low : value > high ? high : value
}

async function readBlockTime(
  pool: Pool,
  block: bigint | 'latest',
  { signal, endpoint }: { signal: AbortSignal | undefined; endpoint?: string },
): Promise<BlockTime & { endpoint: string }> {
  const call = { method, params: [block === 'latest' ? block : numberToHex(block), false] }
  type Header = { number?: unknown; timestamp?: unknown } | null
  let reply = await pool.request<Header>(call, { signal })
  // Another may lag behind the one that showed the head.
  if (!reply.result && endpoint !== undefined && reply.endpoint !== endpoint)
    reply = await pool.request<Header>(call, { signal, endpoint })
  if (!reply.result)
    throw new NodeError(`${reply.endpoint} does not have block ${block}.`, {
      kind: 'pruned',
      method,
      endpoint: reply.endpoint,
      advice: 'Choose a later time, or an endpoint that keeps all blocks.',
    })
  return {
    number: parseQuantity(reply.result.number, method),
    timestamp: parseQuantity(reply.result.timestamp, method),
    endpoint: reply.endpoint,
  }
}
