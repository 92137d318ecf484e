/** More blocks than this are not told apart: an answer with so many is of no use anyway. */
const mostBlocks = 256

/** Items of an answer to `eth_getLogs` that could not be read. Any of them may be a log that was asked for. */
export class MalformedLogs {
  #count = 0
  #hasLogs = false
  #isPlaced = true
  readonly #blocks = new Set<number>()

  get count(): number {
    return this.#count
  }

  /** Whether any item looks like a log at all. */
  get hasLogs(): boolean {
    return this.#hasLogs
  }

  /** The blocks that the items name; `undefined` when at least one names none. */
  get blocks(): readonly number[] | undefined {
    return this.#isPlaced ? [...this.#blocks] : undefined
  }

  add(item: unknown): void {
    this.#count++
    const log = typeof item === 'object' && item !== null ? (item as Readonly<Record<string, unknown>>) : {}
    this.#hasLogs ||= 'topics' in log || 'address' in log
    const block = readBlockNumber(log['blockNumber'])
    if (block === undefined || this.#blocks.size >= mostBlocks) this.#isPlaced = false
    else this.#blocks.add(block)
  }
}

function readBlockNumber(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,14}$/i.test(value)) return undefined
  const block = Number(value)
  return Number.isSafeInteger(block) ? block : undefined
}
