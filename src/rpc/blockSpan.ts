import { isObject } from '../base/unknownJson.ts'
import { readQuantity } from './parseQuantity.ts'

/** The filter in the parameters of a call, unchecked. */
function filterIn(params: unknown): Record<string, unknown> | undefined {
  const filter: unknown = Array.isArray(params) ? params[0] : undefined
  return isObject(filter) ? filter : undefined
}

/** The inclusive block range in the parameters of a call; `undefined` if an end is a tag or missing. */
export function blockSpan(params: unknown): readonly [bigint, bigint] | undefined {
  const { fromBlock, toBlock } = filterIn(params) ?? {}
  const from = readQuantity(fromBlock)
  const to = readQuantity(toBlock)
  return from !== undefined && to !== undefined && from <= to ? [from, to] : undefined
}

/** Whether a call cannot be narrowed to fewer blocks: it reads one block, or has no range at all. */
export function isSingleBlock(method: string, params: unknown): boolean {
  if (!/^eth_(?:getLogs|newFilter|getFilter)/.test(method)) return true
  const filter = filterIn(params)
  return (filter !== undefined && 'blockHash' in filter) || spanWidth(params) === 1n
}

/** The number of blocks in the parameters of a call; `undefined` if an end is a tag or missing. */
export function spanWidth(params: unknown): bigint | undefined {
  const span = blockSpan(params)
  return span && span[1] - span[0] + 1n
}
