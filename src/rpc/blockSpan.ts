import { readQuantity } from './parseQuantity.ts'

/** The inclusive block range in the parameters of a call; `undefined` if an end is a tag or missing. */
export function blockSpan(params: unknown): readonly [bigint, bigint] | undefined {
  const filter: unknown = Array.isArray(params) ? params[0] : undefined
  if (typeof filter !== 'object' || filter === null) return undefined
  const { fromBlock, toBlock } = filter as { fromBlock?: unknown; toBlock?: unknown }
  const from = readQuantity(fromBlock)
  const to = readQuantity(toBlock)
  return from !== undefined && to !== undefined && from <= to ? [from, to] : undefined
}

/** Whether a call cannot be narrowed to fewer blocks: it reads one block, or has no range at all. */
export function isSingleBlock(method: string, params: unknown): boolean {
  if (!/^eth_(?:getLogs|newFilter|getFilter)/.test(method)) return true
  const filter: unknown = Array.isArray(params) ? params[0] : undefined
  if (typeof filter === 'object' && filter !== null && 'blockHash' in filter) return true
  const span = blockSpan(params)
  return span !== undefined && span[0] === span[1]
}

/** The number of blocks in the parameters of a call; `undefined` if an end is a tag or missing. */
export function spanWidth(params: unknown): bigint | undefined {
  const span = blockSpan(params)
  return span && span[1] - span[0] + 1n
}
