import { later } from '../intervals.ts'
import { firstLogIn } from '../list/firstLogIn.ts'
import type { LogList } from '../list/LogList.ts'
import type { RawLog } from '../Log.ts'
import { lowerBound } from '../lowerBound.ts'

/**
 * Converts between block numbers and time: exact at the sampled logs, interpolated between them, extrapolated beyond.
 */
export interface BlockClock {
  /** Seconds since the epoch. */
  timeOf(block: bigint): number
  /** The first block at or after a time. */
  blockAt(seconds: number): bigint
}

/** Maximum number of logs to sample. */
const maxMarks = 64

/** Creates a clock from logs in ascending or descending order; `undefined` if fewer than two blocks have a timestamp. */
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
      return later(0n, a.block + BigInt(Math.ceil(blocks)))
    },
  }
}

interface Mark {
  readonly block: bigint
  readonly time: number
}

function readMarks(logs: LogList<RawLog> | readonly RawLog[]): readonly Mark[] {
  const step = Math.max(1, (logs.length - 1) / (maxMarks - 1))
  const read: Mark[] = []
  for (let at = 0; at < logs.length; at += step) {
    const log = logs.at(Math.round(at))
    if (log?.blockTimestamp !== undefined)
      read.push({ block: log.blockNumber, time: Number(log.blockTimestamp) })
  }
  read.sort((a, b) => (a.block < b.block ? -1 : a.block > b.block ? 1 : 0))
  // Skips equal timestamps, which say nothing about the pace, and decreasing ones, which are a node's mistake.
  const marks: Mark[] = []
  for (const mark of read) {
    const last = marks.at(-1)
    if (!last || (mark.block > last.block && mark.time > last.time)) marks.push(mark)
  }
  return marks
}

/** The two marks around a position; beyond the ends, the two nearest. */
function around(marks: readonly Mark[], isBefore: (mark: Mark) => boolean): readonly [Mark, Mark] {
  // The search leaves out the outermost marks, which also bound everything beyond them.
  const before = lowerBound(marks.length - 2, (index) => isBefore(marks[index + 1]!))
  return [marks[before]!, marks[before + 1]!]
}

/** Maximum number of samples. If every block has logs, there are at least half as many. */
const maxSamples = 16n

/**
 * A few logs of an ascending or descending list, spread evenly over its blocks, whose timestamps show the pace of the
 * chain. The samples stay the same while logs are added at one end and dropped at the other, so that no timestamp is
 * requested twice.
 */
export function clockSamples(logs: LogList<RawLog> | readonly RawLog[]): readonly RawLog[] {
  const a = logs.at(0)?.blockNumber
  const b = logs.at(-1)?.blockNumber
  if (a === undefined || b === undefined) return []
  const [first, last] = a < b ? [a, b] : [b, a]
  let cell = 1n
  while (last / cell - first / cell >= maxSamples) cell *= 2n
  const samples: RawLog[] = []
  // Starts at the first whole cell: in a partial one, the first log would change as the oldest logs are dropped.
  for (let at = (first + cell - 1n) / cell; at <= last / cell; at++) {
    const log = firstLogIn(logs, { from: at * cell, to: (at + 1n) * cell - 1n })
    if (log) samples.push(log)
  }
  return samples
}
