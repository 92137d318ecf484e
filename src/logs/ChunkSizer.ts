/** Aim for answers of about this many logs where the node's own cap is not known: some ten MB, read in slices. */
const targetLogs = 20_000

/**
 * Decides how many blocks to ask for at once. Grows after success, narrows after a limit, and once a width has been
 * refused never asks for that width again.
 */
export class ChunkSizer {
  #size: bigint
  #ceiling: bigint
  #cap: number | undefined
  /** Logs per block, lately. */
  #density: number | undefined
  #blocksRead = 0
  #logsRead = 0

  constructor(options: { blocks: bigint; blockRange?: number | undefined; results?: number | undefined }) {
    const { blocks, blockRange, results } = options
    this.#ceiling = blockRange ? BigInt(blockRange) : blocks
    this.#cap = results
    // A sixteenth of the range: wide enough to find a limit at once, small enough to show first rows soon.
    const sixteenth = blocks / 16n
    this.#size = blockRange
      ? this.#ceiling
      : atLeastOne(sixteenth < 2_000n ? smaller(blocks, 2_000n) : sixteenth)
  }

  /** Blocks to ask for next. */
  get size(): bigint {
    const size = smaller(this.#size, this.#ceiling)
    if (!this.#density) return atLeastOne(size)
    const wanted = this.#cap ? Math.min(this.#cap * 0.7, targetLogs) : targetLogs
    return atLeastOne(smaller(size, BigInt(Math.max(1, Math.floor(wanted / this.#density)))))
  }

  /** Logs that so many blocks hold on average, once any were read. */
  expect(blocks: bigint): number | undefined {
    return this.#blocksRead === 0 ? undefined : (this.#logsRead / this.#blocksRead) * Number(blocks)
  }

  /** The widest interval that has not been refused. */
  get ceiling(): bigint {
    return this.#ceiling
  }

  succeeded(blocks: bigint, logs: number): void {
    this.#blocksRead += Number(blocks)
    this.#logsRead += logs
    const density = logs / Number(blocks)
    this.#density = this.#density === undefined ? density : this.#density * 0.5 + density * 0.5
    if (blocks >= this.#size) this.#size = smaller(this.#size * 2n, this.#ceiling)
  }

  /** The node does not take this many blocks; `most` is what it takes, where it said so. */
  tooWide(blocks: bigint, most: number | undefined): void {
    const ceiling = most !== undefined && BigInt(most) < blocks ? BigInt(most) : blocks / 2n
    this.#ceiling = atLeastOne(smaller(this.#ceiling, ceiling))
    this.#size = this.#ceiling
  }

  /** The answer for this many blocks would have been too big, or took too long. */
  tooMany(blocks: bigint, cap: number | undefined): void {
    if (cap !== undefined) this.#cap = cap
    this.#size = atLeastOne(smaller(this.#size, blocks / 4n))
  }
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function atLeastOne(blocks: bigint): bigint {
  return blocks < 1n ? 1n : blocks
}
