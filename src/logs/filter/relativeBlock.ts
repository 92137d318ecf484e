/** A block relative to the newest one: `latest-500`. Moves with each new block. */
export type RelativeBlock = `latest-${number | bigint}`

/** The number of blocks before the newest one; `undefined` if not a {@link RelativeBlock}. */
export function blocksBeforeLatest(block: unknown): bigint | undefined {
  const digits = typeof block === 'string' ? /^latest-(\d{1,16})$/.exec(block)?.[1] : undefined
  return digits === undefined ? undefined : BigInt(digits)
}

interface Ends {
  readonly fromBlock?: unknown
  readonly toBlock?: unknown
}

/** The number of newest blocks in an open-ended range: 501 from `latest-500` on, 1 from `latest` on; `undefined` for other ranges. */
export function newestBlocksOf({ fromBlock, toBlock }: Ends): bigint | undefined {
  if (toBlock !== undefined && toBlock !== null) return undefined
  // Parsing a query turns `latest-0` into `latest`.
  if (fromBlock === 'latest') return 1n
  const before = blocksBeforeLatest(fromBlock)
  return before === undefined ? undefined : before + 1n
}

/** Whether a query's range is relative to the newest block. */
export function isRelative({ fromBlock, toBlock, blockHash }: Ends & { blockHash?: unknown }): boolean {
  const ends = [fromBlock, toBlock]
  return (blockHash ?? undefined) === undefined && ends.some((end) => blocksBeforeLatest(end) !== undefined)
}
