import type { LogSegment } from '../columns/LogSegment.ts'
import type { LogSelection } from '../columns/LogSelection.ts'
import { shapeKey } from '../columns/segmentLayout.ts'
import type { Filter } from '../filter/Filter.ts'
import { matchesFilter } from '../filter/matchesFilter.ts'
import type { Decoder } from './createDecoder.ts'
import { isSoundWord } from './readWord.ts'

interface Fit {
  /** The logs to show, as in {@link LogSelection}. */
  readonly rows: Uint32Array | undefined
  /** Number of logs left out because they have an event's topic but not its shape. */
  readonly undecodable: number
}

interface FitOptions {
  readonly strict: boolean
  readonly unknown: UnknownLogs
}

/** Whether to keep logs that match none of the decoder's events: all, none, or those of a filter. */
export type UnknownLogs = 'keep' | 'drop' | Filter

const misfit = 1
const unknown = 2

/** Per log: 0 if it fits, {@link misfit} or {@link unknown}; `undefined` if all fit. */
const fits = new WeakMap<LogSegment, WeakMap<Decoder, Uint8Array | undefined>>()

/** Results by what is selected, because a change at the head keeps all selections but the newest. */
const selected = new WeakMap<LogSegment | Uint32Array, WeakMap<Decoder, Map<string, Fit>>>()

/** Selects the logs that a list with this decoder shows. */
export function selectDecodable(selection: LogSelection, decoder: Decoder, options: FitOptions): Fit {
  const { segment, rows } = selection
  if (!options.strict && options.unknown === 'keep') return { rows, undecodable: 0 }
  const marks = marksOf(segment, decoder)
  if (!marks) return { rows, undecodable: 0 }
  const key = rows ?? segment
  let byDecoder = selected.get(key)
  if (!byDecoder) selected.set(key, (byDecoder = new WeakMap()))
  let byOptions = byDecoder.get(decoder)
  if (!byOptions) byDecoder.set(decoder, (byOptions = new Map()))
  const how = JSON.stringify(options)
  let fit = byOptions.get(how)
  if (!fit) byOptions.set(how, (fit = selectMarked(selection, marks, options)))
  return fit
}

function selectMarked({ segment, rows }: LogSelection, marks: Uint8Array, options: FitOptions): Fit {
  const total = rows ? rows.length : segment.length
  const kept = new Uint32Array(total)
  let count = 0
  let undecodable = 0
  for (let at = 0; at < total; at++) {
    const index = rows ? rows[at]! : at
    const mark = marks[index]
    if (mark === misfit && options.strict) undecodable++
    else if (mark !== unknown || isKept(segment, index, options)) kept[count++] = index
  }
  return count === total ? { rows, undecodable } : { rows: kept.slice(0, count), undecodable }
}

function isKept(segment: LogSegment, index: number, { unknown }: FitOptions): boolean {
  if (typeof unknown === 'string') return unknown === 'keep'
  return matchesFilter(unknown, { address: segment.address(index), topics: segment.topics(index) })
}

/** Cached per segment and decoder, because every new list over the same segments needs it. */
function marksOf(segment: LogSegment, decoder: Decoder): Uint8Array | undefined {
  let byDecoder = fits.get(segment)
  if (!byDecoder) fits.set(segment, (byDecoder = new WeakMap()))
  if (byDecoder.has(decoder)) return byDecoder.get(decoder)
  const marks = new Uint8Array(segment.length)
  let all = true
  const fitOf = shapeFits(segment, decoder)
  for (let index = 0; index < segment.length; index++) {
    const known = fitOf(index)
    const fit =
      known === 'misfit' || known === 'unknown'
        ? known
        : known?.every((arg) => isSoundWord(segment.columns, index, arg))
          ? 'fits'
          : decoder.fit({ topics: segment.topics(index), data: segment.data(index) })
    if (fit === 'fits') continue
    marks[index] = fit === 'misfit' ? misfit : unknown
    all = false
  }
  const result = all ? undefined : marks
  byDecoder.set(decoder, result)
  return result
}

/** The match of packed logs without decoding them, computed once per topic, topic count and data length. */
function shapeFits(segment: LogSegment, decoder: Decoder): (index: number) => ReturnType<Decoder['fitOf']> {
  const known = new Map<number, ReturnType<Decoder['fitOf']>>()
  const look = (index: number) =>
    decoder.fitOf(segment.topic0(index), segment.topicCount(index), segment.dataLength(index))
  return (index) => {
    const key = shapeKey(segment.columns, index)
    if (key === undefined) return look(index)
    const fit = known.get(key)
    if (fit !== undefined || known.has(key)) return fit
    const found = look(index)
    known.set(key, found)
    return found
  }
}
