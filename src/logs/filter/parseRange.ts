import type { Hash } from 'viem'
import { inputProblem, formatInput, type InputProblem } from './inputProblem.ts'
import type { BlockTag, LogQuery } from './LogQuery.ts'
import { isBlockHash, type Range, type RangeEnd } from './ParsedLogQuery.ts'
import { wordProblem } from './parseTopics.ts'
import type { QueryProblems } from './QueryProblems.ts'
import { blocksBeforeLatest } from './relativeBlock.ts'

export const blockTags: readonly BlockTag[] = ['earliest', 'latest', 'safe', 'finalized']

/** The largest block number that nodes accept. */
const maxBlock = 2n ** 63n - 1n

/** The blocks of a query. A block hash takes precedence over a range, which is then not validated. */
export function parseRange(query: LogQuery, problems: QueryProblems): Range {
  const { blockHash, fromBlock, toBlock } = query
  if (blockHash === undefined && 'blockHash' in query) problems.notReady('blockHash')
  if (blockHash !== undefined && blockHash !== null) {
    const problem = wordProblem('hash', blockHash)
    if (problem === undefined) return { blockHash: blockHash.toLowerCase() as Hash }
    problems.add('blockHash', problem)
    return { blockHash }
  }
  for (const path of ['fromBlock', 'toBlock'] as const) {
    const end = query[path]
    if (end === undefined && path in query) problems.notReady(path)
    const isHash = path === 'toBlock' && isBlockHash(end)
    const problem = end === undefined || end === null || isHash ? undefined : blockProblem(end)
    if (problem !== undefined) problems.add(path, problem)
  }
  const from = canonicalEnd(fromBlock ?? 'earliest')
  if (isBlockHash(toBlock)) return { fromBlock: from, toBlock: toBlock.toLowerCase() as Hash }
  const to = canonicalEnd(toBlock ?? 'latest')
  if (isReversed(from, to)) problems.add('toBlock', inputProblem('range-reversed', `${to}`, `${from}`))
  return { fromBlock: from, toBlock: to }
}

/** Normalizes a block: `latest-0` becomes `latest`. */
function canonicalEnd(end: RangeEnd): RangeEnd {
  const before = blocksBeforeLatest(end)
  if (before === undefined) return end
  return before === 0n ? 'latest' : `latest-${before}`
}

/** Tags by the blocks that they name, oldest first. */
const oldestFirst: readonly RangeEnd[] = ['earliest', 'finalized', 'safe', 'latest']

/** Whether a range ends before it starts, whatever the newest block is. */
function isReversed(from: RangeEnd, to: RangeEnd): boolean {
  if (to === 'earliest') return from !== 'earliest' && from !== 0n
  if (typeof from === 'bigint' && typeof to === 'bigint') return from > to
  if (oldestFirst.includes(from) && oldestFirst.includes(to))
    return oldestFirst.indexOf(from) > oldestFirst.indexOf(to)
  const [fromBefore, toBefore] = [from, to].map((end) => (end === 'latest' ? 0n : blocksBeforeLatest(end)))
  return fromBefore !== undefined && toBefore !== undefined && fromBefore < toBefore
}

/** The problem of a block number, a tag or a relative block, if any. */
export function blockProblem(block: unknown): InputProblem | undefined {
  if (typeof block === 'bigint') {
    if (block < 0n) return inputProblem('block-negative', `${block}`)
    return block > maxBlock ? inputProblem('block-beyond', `${block}`) : undefined
  }
  if ((blockTags as readonly unknown[]).includes(block)) return undefined
  if (blocksBeforeLatest(block) !== undefined) return undefined
  if (block instanceof Date) return inputProblem('block-date')
  if (block === 'pending') return inputProblem('block-pending')
  if (typeof block !== 'number')
    return inputProblem('block-unknown', blockTags.join(', '), formatInput(block))
  return Number.isSafeInteger(block)
    ? inputProblem('block-number', `${block}n`)
    : inputProblem('block-fraction', `${block}`)
}
