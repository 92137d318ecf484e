import type { RawLog } from '../Log.ts'
import { firstLogIn } from '../list/firstLogIn.ts'
import type { LogList } from '../list/LogList.ts'
import { lowerBound } from '../lowerBound.ts'

/** When blocks were made, as far as logs that carry their time tell: exact at those, in between in proportion. */
export interface BlockClock {
  /** Seconds since the epoch. */
  timeOf(block: bigint): number
  /** The first block at or after a time. */
  blockAt(seconds: number): bigint
}

// As many logs as are asked for their time.
const samples = 64

/** The clock of logs in the chain's order, either way; `undefined` when fewer than two blocks tell their time. */
export function createBlockClock(logs: LogList<RawLog> | readonly RawLog[]): BlockClock | undefined {
  const marks = readMarks(logs)
  if (marks.length < 2) return undefined
  return {
    timeOf: (block) => {
      const [a, b] = around(marks, (mark) => mark.block <= block)
      return a.time + (Number(block - a.block) * (b.time - a.time)) / Number(b.block - a.block)
    },
    blockAt: (seconds) => {
      const [a, b] = around(marks, (mark) => mark.time <= seconds)
      const blocks = ((seconds - a.time) * Number(b.block - a.block)) / (b.time - a.time)
      const block = a.block + BigInt(Math.ceil(blocks))
      return block < 0n ? 0n : block
    },
  }
}

interface Mark {
  readonly block: bigint
  readonly time: number
}

function readMarks(logs: LogList<RawLog> | readonly RawLog[]): readonly Mark[] {
  const step = Math.max(1, (logs.length - 1) / (samples - 1))
  const read: Mark[] = []
  for (let at = 0; at < logs.length; at += step) {
    const log = logs.at(Math.round(at))
    if (log?.blockTimestamp !== undefined)
      read.push({ block: log.blockNumber, time: Number(log.blockTimestamp) })
  }
  read.sort((a, b) => (a.block < b.block ? -1 : a.block > b.block ? 1 : 0))
  // A time that does not move on tells nothing, and one that goes back is a node's mistake.
  const marks: Mark[] = []
  for (const mark of read) {
    const last = marks.at(-1)
    if (!last || (mark.block > last.block && mark.time > last.time)) marks.push(mark)
  }
  return marks
}

/** The two marks between which something lies; the outermost two when it lies beyond. */
function around(marks: readonly Mark[], isBefore: (mark: Mark) => boolean): readonly [Mark, Mark] {
  // Without the outermost two, which bound whatever lies beyond them.
  const before = lowerBound(marks.length - 2, (index) => isBefore(marks[index + 1]!))
  return [marks[before]!, marks[before + 1]!]
}

// So many at most, and at least half as many where there are logs everywhere.
const most = 16n

/**
 * A few logs, spread evenly over the blocks of a list in the chain's order either way, whose times tell the pace of the
 * chain between them. When logs come at one end and go at the other they stay the same ones, so that nothing is asked for
 * again.
 */
export function clockSamples(logs: LogList<RawLog> | readonly RawLog[]): readonly RawLog[] {
  const a = logs.at(0)?.blockNumber
  const b = logs.at(-1)?.blockNumber
  if (a === undefined || b === undefined) return []
  const [first, last] = a < b ? [a, b] : [b, a]
  let cell = 1n
  while (last / cell - first / cell >= most) cell *= 2n
  const samples: RawLog[] = []
  // From the first cell that is whole: where the oldest logs go as new ones come, another would be first each time.
  for (let at = (first + cell - 1n) / cell; at <= last / cell; at++) {
    const log = firstLogIn(logs, { from: at * cell, to: (at + 1n) * cell - 1n })
    if (log) samples.push(log)
  }
  return samples
}
