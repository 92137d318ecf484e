/** The block that many before the newest one: `latest-500`. It moves as blocks come. */
export type RelativeBlock = `latest-${number | bigint}`

/** How many blocks before the newest one is meant; `undefined` for anything else than a {@link RelativeBlock}. */
export function blocksBeforeLatest(block: unknown): bigint | undefined {
  const digits = typeof block === 'string' ? /^latest-(\d{1,16})$/.exec(block)?.[1] : undefined
  return digits === undefined ? undefined : BigInt(digits)
}

interface Ends {
  readonly fromBlock?: unknown
  readonly toBlock?: unknown
}

/** How many of the newest blocks a query reads, when it reads just these: 501 from `latest-500` on. */
export function newestBlocksOf({ fromBlock, toBlock }: Ends): bigint | undefined {
  const before = toBlock === undefined || toBlock === null ? blocksBeforeLatest(fromBlock) : undefined
  return before === undefined ? undefined : before + 1n
}

/** Whether a query's blocks are counted back from the newest one. */
export function isRelative({ fromBlock, toBlock, blockHash }: Ends & { blockHash?: unknown }): boolean {
  const ends = [fromBlock, toBlock]
  return (blockHash ?? undefined) === undefined && ends.some((end) => blocksBeforeLatest(end) !== undefined)
}
