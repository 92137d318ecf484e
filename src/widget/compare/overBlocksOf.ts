import { isSameQuery } from '../../components/FilterBuilder/draft/isSameQuery.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'

const shared = ['fromBlock', 'toBlock', 'blockHash', 'order', 'limit'] as const

/** The part that compared queries share: which blocks are read, and how many logs of them. */
function blocksOf(query: LogSearch): LogSearch {
  return Object.fromEntries(shared.flatMap((key) => (query[key] === undefined ? [] : [[key, query[key]]])))
}

/** A query over the blocks of another one. */
export function overBlocksOf(query: LogSearch, other: LogSearch): LogSearch {
  const { fromBlock: _from, toBlock: _to, blockHash: _hash, order: _order, limit: _limit, ...what } = query
  return { ...what, ...blocksOf(other) }
}

export function hasSameBlocks(a: LogSearch, b: LogSearch): boolean {
  return isSameQuery(blocksOf(a), blocksOf(b))
}
