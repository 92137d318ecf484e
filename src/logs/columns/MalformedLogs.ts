/** Maximum blocks to record: an answer with more malformed blocks is useless. */
const maxBlocks = 256

/** The items of an `eth_getLogs` answer that could not be read. Each of them may be a matching log. */
export class MalformedLogs {
  #count = 0
  #isPlaced = true
  readonly #blocks = new Set<number>()

  get count(): number {
    return this.#count
  }

  /** The blocks that the items name; `undefined` if any item names none. */
  get blocks(): readonly number[] | undefined {
    return this.#isPlaced ? [...this.#blocks] : undefined
  }

  add(item: unknown): void {
    this.#count++
    const log = typeof item === 'object' && item !== null ? (item as Readonly<Record<string, unknown>>) : {}
    const block = readBlockNumber(log['blockNumber'])
    if (block === undefined || this.#blocks.size >= maxBlocks) this.#isPlaced = false
    else this.#blocks.add(block)
  }
}

function readBlockNumber(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,14}$/i.test(value)) return undefined
  const block = Number(value)
  return Number.isSafeInteger(block) ? block : undefined
}
