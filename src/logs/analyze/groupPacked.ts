import type { LogSegment } from '../columns/LogSegment.ts'
import { countLogs, type LogSelection } from '../columns/LogSelection.ts'
import type { Decoder } from '../decode/createDecoder.ts'
import { toBigInt } from '../decode/toBigInt.ts'
import type { AddToGroup, GroupLogsOptions, LogGroupBy } from './LogGroup.ts'
import { PackedArgs } from './PackedArgs.ts'
import { packedEvents, packedFilter } from './packedFilter.ts'
import { packedKeys, type PackedKeys } from './packedKeys.ts'

interface PackedPart {
  readonly selection: LogSelection
  readonly decoder: Decoder | undefined
  /** Number of logs before this part. */
  readonly start: number
}

/** The argument to sum, of the rows of its event. */
interface SummedArg {
  readonly position: number
  readonly isSummed: (row: number) => boolean
}

interface Tally {
  /** The index of its sum. */
  readonly number: number
  count: number
  readonly first: number
  last: number
  /** The sum of the numbers that had to be decoded. */
  sum: bigint | undefined
  /** The first log summed, and whether logs of other contracts were summed too. */
  summed: number | undefined
  isMixed: boolean
}

const unsummed = { sum: undefined, summed: undefined, isMixed: false }

// Work per time slice, in logs counted without decoding, and the cost of a log that is decoded.
const portion = 2_000
const slowCost = 25
/** Logs counted by number before their keys become text. Bounded, because growing tables takes long. */
const batch = 2 ** 16

/** Counts the logs of one selection in time slices: by number first, so that each key becomes text once per batch. */
export function* groupPacked(
  { selection, decoder, start }: PackedPart,
  { by, sum, filters = [] }: Pick<GroupLogsOptions, 'by' | 'sum' | 'filters'>,
  add: AddToGroup,
): Generator<void, void> {
  const { segment, rows } = selection
  const args = new PackedArgs(segment, decoder)
  const isCounted = filters.length > 0 ? packedFilter(segment, args, filters) : undefined
  const summed = sum && {
    position: sum.position,
    isSummed: packedEvents(segment, sum.topic0, sum.topicCount),
  }
  const length = countLogs(selection)
  let spent = 0
  for (let from = 0; from < length; from += batch) {
    const tallies = new BatchTallies(segment, args, by, summed)
    for (let at = from; at < Math.min(length, from + batch); at++) {
      const decodedBefore = args.decoded
      const row = rows ? rows[at]! : at
      if (!isCounted || isCounted(row)) tallies.count(row, at)
      spent += 1 + (args.decoded - decodedBefore) * slowCost
      if (spent >= portion) {
        spent = 0
        yield
      }
    }
    for (const tally of tallies.all) {
      const { count, first, last } = tally
      add(tallies.textOf(rows ? rows[first]! : first), {
        count,
        ...tallies.sumOf(tally),
        first: start + first,
        last: start + last,
      })
      spent += 5
      if (spent >= portion) {
        spent = 0
        yield
      }
    }
  }
}

/** The tallies of a batch of logs, by the number of their key. */
class BatchTallies {
  readonly all: Tally[] = []
  readonly #segment: LogSegment
  readonly #args: PackedArgs
  readonly #keys: PackedKeys
  readonly #summed: SummedArg | undefined
  /** The index of each key's tally. */
  readonly #numbers = new Map<number, number>()
  readonly #sums = new WordSums()

  constructor(segment: LogSegment, args: PackedArgs, by: LogGroupBy, summed: SummedArg | undefined) {
    this.#segment = segment
    this.#args = args
    this.#keys = packedKeys(segment, args, by)
    this.#summed = summed
  }

  /** Counts a row, which is the log at this index. */
  count(row: number, at: number): void {
    const reference = this.#keys.referenceOf(row)
    if (reference === undefined) return
    let number = this.#numbers.get(reference)
    if (number === undefined) {
      this.#numbers.set(reference, (number = this.all.length))
      this.all.push({ number, count: 0, first: at, last: at, ...unsummed })
    }
    const tally = this.all[number]!
    tally.count++
    tally.last = at
    if (this.#summed?.isSummed(row)) this.#addTo(tally, row, this.#summed.position)
  }

  textOf(row: number): string {
    return this.#keys.textOf(row)
  }

  /** The sum of a tally, and the contract whose numbers it has, if there is only one. */
  sumOf({ number, sum: decoded, summed, isMixed }: Tally): Pick<Parameters<AddToGroup>[1], 'sum' | 'sumOf'> {
    const words = this.#sums.get(number)
    return {
      sum: words === undefined ? decoded : decoded === undefined ? words : words + decoded,
      sumOf: summed === undefined || isMixed ? undefined : this.#segment.address(summed),
    }
  }

  #addTo(tally: Tally, row: number, position: number): void {
    const args = this.#args
    const word = args.find(row, position)
    if (word) {
      if (word.hashed || !/^u?int/.test(word.type)) return
      this.#sums.add(tally.number, args.word, word.type.startsWith('i'))
    } else {
      const arg = args.decode(row, position)
      const value = arg && !arg.hashed ? toBigInt(arg.value) : undefined
      if (value === undefined) return
      tally.sum = (tally.sum ?? 0n) + value
    }
    const { logAddresses } = this.#segment.columns
    if (tally.summed === undefined) tally.summed = row
    else if (logAddresses[tally.summed] !== logAddresses[row]) tally.isMixed = true
  }
}

/**
 * Exact sums of 256-bit words, many at a time, without a `bigint` per word. For at most 2 ** 21 words: parts have 32
 * bits, and a number holds 53.
 */
export class WordSums {
  /** Eight parts per sum, as in a word. The first carries the sign. */
  #parts = new Float64Array(8 * 64)
  #used = new Uint8Array(64)

  /** Adds a word to a sum, given by its index. */
  add(sum: number, word: Uint32Array, isSigned: boolean): void {
    if (sum >= this.#used.length) this.#grow(sum)
    this.#used[sum] = 1
    const parts = this.#parts
    const at = sum * 8
    parts[at] = parts[at]! + (isSigned ? word[0]! | 0 : word[0]!)
    for (let k = 1; k < 8; k++) parts[at + k] = parts[at + k]! + word[k]!
  }

  /** The sum; `undefined` if nothing was added. */
  get(sum: number): bigint | undefined {
    if (!this.#used[sum]) return undefined
    const at = sum * 8
    let first = 0
    while (first < 7 && this.#parts[at + first] === 0) first++
    let total = BigInt(this.#parts[at + first]!)
    for (let k = first + 1; k < 8; k++) total = (total << 32n) + BigInt(this.#parts[at + k]!)
    return total
  }

  #grow(sum: number): void {
    const size = 2 ** Math.ceil(Math.log2(sum + 1))
    const parts = new Float64Array(8 * size)
    parts.set(this.#parts)
    this.#parts = parts
    const used = new Uint8Array(size)
    used.set(this.#used)
    this.#used = used
  }
}
