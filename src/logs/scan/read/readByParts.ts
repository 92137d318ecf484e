import type { BlockInterval } from '../../Coverage.ts'
import type { FilterPart } from '../../filter/Filter.ts'
import { replacedError } from './intervalErrors.ts'
import type { IntervalRead } from './IntervalRead.ts'
import { MalformedLogsError } from './MalformedLogsError.ts'
import { joinReads } from './verifyAnswer.ts'

export interface PartsToRead {
  readonly parts: readonly FilterPart[]
  readonly interval: BlockInterval
  readonly signal: AbortSignal | undefined
  readonly read: (part: FilterPart, signal: AbortSignal) => Promise<IntervalRead>
}

/** Reads before an interval whose blocks keep being replaced is given up. */
const maxAttempts = 3

/**
 * Reads the same blocks by several parts of a filter at once, and joins their logs. Reads again when a block was replaced
 * between two parts.
 *
 * @throws the first error of a part, which ends the others; {@link MalformedLogsError} with the logs of all parts when one
 * cannot be read completely.
 */
export async function readByParts(wanted: PartsToRead): Promise<IntervalRead> {
  for (let attempt = 1; ; attempt++) {
    const reads = await readOnce(wanted)
    const joined = joinReads(reads, wanted.interval)
    if (!(joined instanceof MalformedLogsError)) return joined
    if (reads.some((part) => part instanceof MalformedLogsError)) throw joined
    const [conflicting = wanted.interval.from] = joined.incompleteBlocks ?? []
    if (attempt >= maxAttempts) throw replacedError(conflicting)
  }
}

async function readOnce({
  parts,
  signal,
  read,
}: PartsToRead): Promise<readonly (IntervalRead | MalformedLogsError)[]> {
  const stop = new AbortController()
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  return Promise.all(
    parts.map((part) =>
      read(part, either).catch((error: unknown) => {
        if (error instanceof MalformedLogsError) return error
        throw error
      }),
    ),
  ).finally(() => stop.abort())
}
