import type { Hash } from 'viem'
import { inputProblem, showInput } from './inputProblem.ts'
import type { InputProblem } from './inputProblem.ts'
import type { BlockTag, LogQuery } from './LogQuery.ts'
import { isBlockHash } from './ParsedLogQuery.ts'
import type { Range } from './ParsedLogQuery.ts'
import { wordProblem } from './parseTopics.ts'
import type { QueryProblems } from './QueryProblems.ts'

export const blockTags: readonly BlockTag[] = ['earliest', 'latest', 'safe', 'finalized']

/** No chain has a block beyond this, and no node reads a larger number. */
const newestBlock = 2n ** 63n - 1n

/** Where a query looks. A block hash wins over a range, which is then not even read. */
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
  if (typeof fromBlock === 'bigint' && typeof toBlock === 'bigint' && fromBlock > toBlock)
    problems.add('toBlock', inputProblem('range-reversed', `${toBlock}`, `${fromBlock}`))
  const from = fromBlock ?? 'earliest'
  if (isBlockHash(toBlock)) return { fromBlock: from, toBlock: toBlock.toLowerCase() as Hash }
  return { fromBlock: from, toBlock: toBlock ?? 'latest' }
}

/** What is wrong with a block number or tag. */
export function blockProblem(block: unknown): InputProblem | undefined {
  if (typeof block === 'bigint') {
    if (block < 0n) return inputProblem('block-negative', `${block}`)
    return block > newestBlock ? inputProblem('block-beyond', `${block}`) : undefined
  }
  if ((blockTags as readonly unknown[]).includes(block)) return undefined
  if (block === 'pending') return inputProblem('block-pending')
  if (typeof block !== 'number') return inputProblem('block-unknown', blockTags.join(', '), showInput(block))
  return Number.isSafeInteger(block)
    ? inputProblem('block-number', `${block}n`)
    : inputProblem('block-fraction', `${block}`)
}
