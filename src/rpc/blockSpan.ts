const quantity = /^0x[0-9a-f]{1,16}$/i

/** The inclusive block interval that the parameters of a call name in numbers; `undefined` with tags or none. */
export function blockSpan(params: unknown): readonly [bigint, bigint] | undefined {
  const filter: unknown = Array.isArray(params) ? params[0] : undefined
  if (typeof filter !== 'object' || filter === null) return undefined
  const { fromBlock, toBlock } = filter as { fromBlock?: unknown; toBlock?: unknown }
  if (typeof fromBlock !== 'string' || typeof toBlock !== 'string') return undefined
  if (!quantity.test(fromBlock) || !quantity.test(toBlock)) return undefined
  const span = [BigInt(fromBlock), BigInt(toBlock)] as const
  return span[0] <= span[1] ? span : undefined
}

/** Whether a call asks for so little that it cannot be narrowed by blocks: one block, or no range at all. */
export function isSingleBlock(method: string, params: unknown): boolean {
  if (!/^eth_(?:getLogs|newFilter|getFilter)/.test(method)) return true
  const filter: unknown = Array.isArray(params) ? params[0] : undefined
  if (typeof filter === 'object' && filter !== null && 'blockHash' in filter) return true
  const span = blockSpan(params)
  return span !== undefined && span[0] === span[1]
}

/** How many blocks the parameters of a call name; `undefined` with tags or none. */
export function spanWidth(params: unknown): bigint | undefined {
  const span = blockSpan(params)
  return span && span[1] - span[0] + 1n
}
