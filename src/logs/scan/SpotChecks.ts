import { countSpotChecks } from '../../rpc/networks/NetworkArchive.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { clipSelection, countLogs, readSelection } from '../columns/LogSelection.ts'
import type { LogSelection } from '../columns/LogSelection.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import { countBlocks } from '../intervals.ts'
import type { RawLog } from '../Log.ts'
import { logId } from '../order.ts'
import { isSuspect } from './read/IntervalRead.ts'
import type { IntervalRead } from './read/IntervalRead.ts'
import { readInterval } from './read/readInterval.ts'

/** Blocks that are compared at once: few enough for any node to read them in one call. */
const maxBlocks = 100n

/** Compares random blocks of an archive with the same blocks of nodes (`eth_getLogs`). */
export class SpotChecks {
  readonly #pool: Pool
  readonly #filter: Filter
  readonly #count: number
  readonly #read: RangeLogs[] = []

  constructor(pool: Pool, filter: Filter) {
    this.#pool = pool
    this.#filter = filter
    this.#count = countSpotChecks(pool.network)
  }

  /** Remembers blocks of an archive, to compare some of them later. */
  add(read: RangeLogs): void {
    if (this.#count > 0 && read.source === 'archive') this.#read.push(read)
  }

  /** How the archive differs from the nodes; `undefined` if it does not, or no node can tell. */
  async findDifference(signal: AbortSignal | undefined): Promise<string | undefined> {
    if (this.#read.length === 0) return undefined
    const checks = Array.from({ length: this.#count }, (_, at) => this.#compare(this.#draw(at), signal))
    return (await Promise.all(checks)).find((difference) => difference !== undefined)
  }

  /** Draws blocks to compare: in turn any blocks, which may lack logs, and those around a log, which may be invented. */
  #draw(at: number): RangeLogs {
    const byLog = at % 2 === 1 && this.#read.some(({ selection }) => countLogs(selection) > 0)
    const part = drawBySize(this.#read, ({ range, selection }) =>
      byLog ? countLogs(selection) : Number(countBlocks([range])),
    )
    const { range, selection } = part
    const middle = byLog ? drawLog(selection) : drawBlock(range)
    const from = middle - maxBlocks / 2n < range.from ? range.from : middle - maxBlocks / 2n
    const to = from + maxBlocks - 1n > range.to ? range.to : from + maxBlocks - 1n
    return { ...part, range: { from, to }, selection: clipSelection(selection, { from, to }) }
  }

  async #compare(
    { range, selection }: RangeLogs,
    signal: AbortSignal | undefined,
  ): Promise<string | undefined> {
    let read: IntervalRead
    try {
      read = await readInterval(this.#pool, this.#filter, range, signal)
    } catch {
      signal?.throwIfAborted()
      return undefined
    }
    const difference = compare(contentsOf(selection), contentsOf(read.selection), isSuspect(read))
    return difference && `${difference} of the logs that a node has in blocks ${range.from} to ${range.to}`
  }
}

/** How archived logs differ from those of a node, which may have cut its answer off; `undefined` if they do not. */
function compare(
  archived: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
  isCutOff: boolean,
): string | undefined {
  const missing = [...expected.keys()].filter((id) => !archived.has(id)).length
  const unknown = [...archived.keys()].filter((id) => !expected.has(id)).length
  const changed = [...archived].filter(([id, content]) => expected.get(id) !== content).length - unknown
  const invented = isCutOff ? 0 : unknown
  const counts = [
    missing > 0 && `lacks ${missing}`,
    invented > 0 && `invents ${invented}`,
    changed > 0 && `changes ${changed}`,
  ].filter((count) => count !== false)
  return counts.length > 0 ? counts.join(' and ') : undefined
}

/** What a log says, by its id. */
function contentsOf(selection: LogSelection): ReadonlyMap<string, string> {
  return new Map(readSelection(selection).map((log) => [logId(log), contentOf(log)]))
}

/** Draws an item; the larger it is, the more likely. */
function drawBySize<item>(items: readonly item[], sizeOf: (item: item) => number): item {
  const sizes = items.map(sizeOf)
  let place = Math.random() * sizes.reduce((sum, size) => sum + size, 0)
  const index = sizes.findIndex((size) => (place -= size) < 0)
  return items[Math.max(0, index)]!
}

function drawBlock({ from, to }: BlockInterval): bigint {
  return from + BigInt(Math.floor(Math.random() * Number(to - from + 1n)))
}

function drawLog({ segment, rows }: LogSelection): bigint {
  const at = Math.floor(Math.random() * (rows ? rows.length : segment.length))
  return segment.blockNumber(rows ? rows[at]! : at)
}

function contentOf({ address, topics, data, transactionHash }: RawLog): string {
  return [address, topics, data, transactionHash].join()
}
