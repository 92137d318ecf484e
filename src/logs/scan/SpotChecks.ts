import { countSpotChecks } from '../../rpc/networks/NetworkArchive.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { clipSelection, countLogs, readSelection, type LogSelection } from '../columns/LogSelection.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import { countBlocks, earlier, later } from '../intervals.ts'
import { contentOf, logId } from '../order.ts'
import { isSuspect, type IntervalRead } from './read/IntervalRead.ts'
import { readInterval } from './read/readInterval.ts'

/** Blocks that are compared at once: few enough for any node to read them in one call. */
const maxBlocks = 100n

/** Compares random blocks of an archive with the same blocks of nodes (`eth_getLogs`). */
export class SpotChecks {
  readonly #pool: Pool
  readonly #filter: Filter
  /** Alternately any blocks, to find missing logs, and blocks around a log, to find invented ones. */
  readonly #draws: readonly { readonly byBlock: Draw; readonly byLog: Draw | undefined }[]

  constructor(pool: Pool, filter: Filter) {
    this.#pool = pool
    this.#filter = filter
    this.#draws = Array.from({ length: countSpotChecks(pool.network) }, (_, at) => ({
      byBlock: new Draw(),
      byLog: at % 2 === 1 ? new Draw() : undefined,
    }))
  }

  /** Notes blocks of an archive, some of which are compared later. Only those are kept in memory. */
  add(read: RangeLogs): void {
    if (read.source !== 'archive') return
    for (const { byBlock, byLog } of this.#draws) {
      byBlock.offer(read, Number(countBlocks([read.range])))
      byLog?.offer(read, countLogs(read.selection))
    }
  }

  /** How the archive differs from the nodes; `undefined` if it does not, or no node can tell. */
  async findDifference(signal: AbortSignal | undefined): Promise<string | undefined> {
    const checks = this.#draws.map(async ({ byBlock, byLog }) => {
      const drawn = byLog?.drawn ?? byBlock.drawn
      if (!drawn) return undefined
      const middle = byLog?.drawn ? drawLog(drawn.selection) : drawBlock(drawn.range)
      return this.#compare(clipAround(drawn, middle), signal)
    })
    return (await Promise.all(checks)).find((difference) => difference !== undefined)
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

/** Draws one of the ranges it is offered, weighted by size. */
class Draw {
  #total = 0
  drawn: RangeLogs | undefined

  offer(read: RangeLogs, size: number): void {
    this.#total += size
    if (Math.random() * this.#total < size) this.drawn = read
  }
}

/** At most `maxBlocks` blocks around one of them. */
function clipAround({ range, selection }: RangeLogs, middle: bigint): RangeLogs {
  const from = later(range.from, middle - maxBlocks / 2n)
  const part = { from, to: earlier(range.to, from + maxBlocks - 1n) }
  return { range: part, selection: clipSelection(selection, part) }
}

function drawBlock({ from, to }: BlockInterval): bigint {
  return from + BigInt(Math.floor(Math.random() * Number(to - from + 1n)))
}

function drawLog({ segment, rows }: LogSelection): bigint {
  const at = Math.floor(Math.random() * (rows ? rows.length : segment.length))
  return segment.blockNumber(rows ? rows[at]! : at)
}
