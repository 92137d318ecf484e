import { numberToHex, type Client } from 'viem'
import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { NodeError } from '../../errors/NodeError.ts'
import { parseQuantity, readHeight } from '../../rpc/parseQuantity.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { getResumedPool } from '../../rpc/pool/getPool.ts'
import { formatInput, inputProblem } from '../filter/inputProblem.ts'
import { earlier, later } from '../intervals.ts'

export interface FindBlockByTimeOptions {
  /** Aborts the search: nothing is sent after it fires. */
  signal?: AbortSignal | undefined
}

interface BlockTime {
  readonly number: bigint
  readonly timestamp: bigint
}

const method = 'eth_getBlockByNumber'

/**
 * Finds the first block at or after a time, in seconds since the epoch (`eth_getBlockByNumber`); `undefined` if there is none
 * yet. Uses interpolation search: about ten requests on a chain with an even block time. For the last block at or before a
 * time, subtract one from the first block at or after the next second.
 *
 * @throws {@link InvalidQueryError} if the time is no `bigint`; {@link NodeError} of kind `pruned` if the nodes no longer have
 * blocks that old; the signal's reason once it fires.
 *
 * @example
 * const fromBlock = await findBlockByTime(client, BigInt(Date.parse('2026-01-01T00:00Z') / 1000))
 */
export async function findBlockByTime(
  client: Client,
  time: bigint,
  { signal }: FindBlockByTimeOptions = {},
): Promise<bigint | undefined> {
  if (typeof time !== 'bigint')
    throw new InvalidQueryError([{ path: 'time', ...inputProblem('time-bigint', formatInput(time)) }])
  const pool = getResumedPool(client)
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

/** Walks back from the head in growing steps to a block before the time; `undefined` if there is none. */
async function findBracket(
  head: BlockTime,
  time: bigint,
  read: (number: bigint) => Promise<BlockTime>,
): Promise<Bracket | undefined> {
  let high = head
  let step = 1_000n
  while (high.number > 0n) {
    // Block 0 comes last: on many chains its timestamp is in 1970, which spoils the interpolation.
    const low = await read(high.number > step ? high.number - step : high.number > 1n ? 1n : 0n)
    if (low.timestamp < time) return { low, high }
    const seconds = high.timestamp - low.timestamp
    const blocks = high.number - low.number
    // A bit further than interpolated, and at least twice the previous step.
    const guess = seconds > 0n ? ((((low.timestamp - time) * blocks) / seconds) * 9n) / 8n : 0n
    step = guess > step * 2n ? guess : step * 2n
    high = low
  }
  return undefined
}

/** Narrows the bracket by interpolation. If the same side is hit again, steps twice as far from it, then bisects. */
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
    const found = await read(low.number + earlier(later(offset, 1n), blocks - 1n))
    const hit = found.timestamp < time ? 'low' : 'high'
    // Interpolates again after the side has changed, or after a bisection.
    hits = side === undefined || (hit === side && hits < 2) ? hits + 1 : 0
    side = hit
    if (hit === 'low') low = found
    else high = found
  }
  return high.number
}

async function readBlockTime(
  pool: Pool,
  block: bigint | 'latest',
  { signal, endpoint }: { signal: AbortSignal | undefined; endpoint?: string },
): Promise<BlockTime & { endpoint: string }> {
  const call = { method, params: [block === 'latest' ? block : numberToHex(block), false] }
  type Header = { number?: unknown; timestamp?: unknown } | null
  let reply = await pool.request<Header>(call, { signal, reason: 'lookup' })
  // This endpoint may lag behind the one that showed the head.
  if (!reply.result && endpoint !== undefined && reply.endpoint !== endpoint)
    reply = await pool.request<Header>(call, { signal, endpoint, reason: 'lookup' })
  if (!reply.result)
    throw new NodeError(`${reply.endpoint} does not have block ${block}.`, {
      kind: 'pruned',
      method,
      endpoint: reply.endpoint,
      advice: 'Choose a later time, or an endpoint that keeps all blocks.',
    })
  const number = parseQuantity(reply.result.number, method, readHeight)
  // Another block, such as the newest for any number, would keep the search from ending.
  if (block !== 'latest' && number !== block)
    throw new NodeError(`${reply.endpoint} answered ${method} with another block.`, {
      kind: 'malformed',
      method,
      endpoint: reply.endpoint,
      advice: 'Use another endpoint.',
    })
  return { number, timestamp: parseQuantity(reply.result.timestamp, method), endpoint: reply.endpoint }
}
