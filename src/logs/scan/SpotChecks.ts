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

/** Blocks that are compared at once: as few as any node reads in one call. */
const maxBlocks = 100n

/** Compares some blocks that an archive has supplied with the nodes (`eth_getLogs`). */
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

  /** Notes what was read. */
  add(read: RangeLogs): void {
    if (this.#count > 0 && read.source === 'archive') this.#read.push(read)
  }

  /** How the archive differs from the nodes in the drawn blocks; `undefined` if it does not, or no node can tell. */
  async findDifference(signal: AbortSignal | undefined): Promise<string | undefined> {
    if (this.#read.length === 0) return undefined
    const checks = Array.from({ length: this.#count }, (_, at) => this.#compare(this.#draw(at), signal))
    return (await Promise.all(checks)).find((difference) => difference !== undefined)
  }

  /** Every other time the blocks around a log, which may be invented; else any blocks, whose logs may be left out. */
  #draw(at: number): RangeLogs {
    const sizes = this.#read.map(({ range, selection }) =>
      at % 2 === 0 ? Number(countBlocks([range])) : countLogs(selection),
    )
    const total = sizes.reduce((sum, size) => sum + size, 0)
    let place = Math.random() * total
    const index = total === 0 ? 0 : sizes.findIndex((size) => (place -= size) < 0)
    const part = this.#read[Math.max(0, index)]!
    const { range, selection } = part
    const middle = at % 2 === 0 || countLogs(selection) === 0 ? drawBlock(range) : drawLog(selection)
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
    const [archived, expected] = [selection, read.selection].map(
      (logs) => new Map(readSelection(logs).map((log) => [logId(log), contentOf(log)])),
    ) as [Map<string, string>, Map<string, string>]
    const missing = [...expected.keys()].filter((id) => !archived.has(id)).length
    const unknown = [...archived.keys()].filter((id) => !expected.has(id)).length
    const other = [...archived].filter(([id, content]) => expected.get(id) !== content).length - unknown
    // The node may have cut its answer off.
    const invented = isSuspect(read) ? 0 : unknown
    if (missing + invented + other === 0) return undefined
    const counts = [
      missing > 0 && `lacks ${missing}`,
      invented > 0 && `invents ${invented}`,
      other > 0 && `changes ${other}`,
    ]
    return `${counts.filter(Boolean).join(' and ')} of the logs that a node has in blocks ${range.from} to ${range.to}`
  }
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
