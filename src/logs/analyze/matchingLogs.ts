import { countLogs, type LogSelection } from '../columns/LogSelection.ts'
import type { Decoder } from '../decode/createDecoder.ts'
import type { ArgCondition } from '../filter/ArgCondition.ts'
import type { LocalFilter } from '../filter/LocalFilter.ts'
import { createLogList, type LogList } from '../list/LogList.ts'
import type { LogRow } from '../Log.ts'
import { matchesLocal } from './matchesLocal.ts'
import { matchesArg, matchesWhere } from './matchesWhere.ts'
import { PackedArgs } from './PackedArgs.ts'
import { packedFilter } from './packedFilter.ts'

export interface MatchingLogsOptions {
  /** Conditions on decoded arguments. @default none */
  readonly where?: readonly ArgCondition[] | undefined
  /** The table's own filters. @default none */
  readonly filters?: readonly LocalFilter[] | undefined
}

// Work per time slice: in rows, and in packed logs matched without decoding; and the cost of a packed log that is
// decoded.
const rowPortion = 200
const portion = 4_000
const slowCost = 40

/**
 * Filters a growing list in time slices: each `yield` lets the caller yield to the page. Segments shared with earlier
 * lists are not matched again, and packed logs stay packed.
 */
export function matchingLogs(
  options: MatchingLogsOptions,
): (logs: LogList<LogRow>) => Generator<void, LogList<LogRow>> {
  const found = new WeakMap<object, { readonly decoder: Decoder | undefined; readonly rows: Uint32Array }>()
  return function* match(logs) {
    const { decoder } = logs
    const selections = logs.selections?.()
    if (!selections || !logs.narrow)
      return createLogList(yield* matchingRows(logs, options), logs.undecodable)
    const matching: LogSelection[] = []
    for (const selection of selections) {
      const { segment } = selection
      // Consecutive lists share segments and row selections by identity.
      const key = selection.rows ?? segment
      let known = found.get(key)
      if (!known || known.decoder !== decoder) {
        known = { decoder, rows: yield* matchingPacked(selection, decoder, options) }
        found.set(key, known)
      }
      matching.push({ segment, rows: known.rows })
    }
    return logs.narrow(matching)
  }
}

function* matchingPacked(
  selection: LogSelection,
  decoder: Decoder | undefined,
  { where = [], filters = [] }: MatchingLogsOptions,
): Generator<void, Uint32Array> {
  const { segment, rows: chosen } = selection
  const args = new PackedArgs(segment, decoder)
  const holds = packedWhere(args, where)
  const isShown = packedFilter(segment, args, filters)
  const length = countLogs(selection)
  const rows = new Uint32Array(length)
  let count = 0
  let spent = 0
  for (let at = 0; at < length; at++) {
    const decodedBefore = args.decoded
    const row = chosen ? chosen[at]! : at
    if (holds(row) && isShown(row)) rows[count++] = row
    spent += 1 + (args.decoded - decodedBefore) * slowCost
    if (spent < portion) continue
    spent = 0
    yield
  }
  return rows.slice(0, count)
}

function* matchingRows(
  logs: LogList<LogRow>,
  { where = [], filters = [] }: MatchingLogsOptions,
): Generator<void, LogRow[]> {
  const isShown = matchesLocal(filters)
  const rows: LogRow[] = []
  for (let index = 0; index < logs.length; index++) {
    if (index % rowPortion === rowPortion - 1) yield
    const log = logs.at(index)!
    if (matchesWhere(log.decoded, where) && isShown(log)) rows.push(log)
  }
  return rows
}

type WordTest = (word: Uint32Array) => boolean

/** `matchesWhere` for packed logs: compares integers and addresses as words. */
function packedWhere(args: PackedArgs, where: readonly ArgCondition[]): (row: number) => boolean {
  const tests = where.map((condition) => testOf(args, condition))
  return (row) => tests.every((test) => test(row))
}

function testOf(args: PackedArgs, condition: ArgCondition): (row: number) => boolean {
  const byType = new Map<string, WordTest | undefined>()
  return (row) => {
    const found = args.find(row, condition.arg)
    if (!found) return matchesArg(args.decode(row, condition.arg), condition)
    const { type, hashed } = found
    if (hashed) return false
    let test = byType.get(type)
    if (!test && !byType.has(type)) byType.set(type, (test = wordTest(type, condition)))
    return test ? test(args.word) : matchesArg(args.read(row, condition.arg), condition)
  }
}

/** `undefined` for types that are compared by value. */
function wordTest(type: string, { is, values }: ArgCondition): WordTest | undefined {
  const isSigned = type.startsWith('int')
  if (type === 'address') {
    if (is !== 'anyOf') return undefined
    const wanted = values.flatMap((value) =>
      typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value) ? [toWord(BigInt(value))] : [],
    )
    // An address is the last 160 bits of its word; the bits before are ignored.
    return (word) => wanted.some((one) => isFrom(3, one, word))
  }
  if (!isSigned && !type.startsWith('uint')) return undefined
  const numbers = values.filter((value) => typeof value === 'bigint')
  if (is === 'anyOf') {
    const wanted = numbers
      .filter((value) => (isSigned ? BigInt.asIntN : BigInt.asUintN)(256, value) === value)
      .map(toWord)
    return (word) => wanted.some((one) => isFrom(0, one, word))
  }
  const [bound] = values
  if (is === 'contains' || typeof bound !== 'bigint') return () => false
  const lowest = isSigned ? -(2n ** 255n) : 0n
  const highest = isSigned ? 2n ** 255n - 1n : 2n ** 256n - 1n
  // If the bound is out of the type's range, all words are on the same side of it.
  if (bound < lowest || bound > highest) return () => (is === 'atLeast') === bound < lowest
  const limit = toWord(bound)
  const sign = is === 'atLeast' ? 1 : -1
  return (word) => compare(word, limit, isSigned) * sign >= 0
}

function isFrom(start: number, wanted: Uint32Array, word: Uint32Array): boolean {
  for (let k = 7; k >= start; k--) if (wanted[k] !== word[k]) return false
  return true
}

/** The first part carries the sign. */
function compare(a: Uint32Array, b: Uint32Array, isSigned: boolean): number {
  if (isSigned && a[0] !== b[0]) return (a[0]! | 0) - (b[0]! | 0)
  for (let k = 0; k < 8; k++) if (a[k] !== b[k]) return a[k]! - b[k]!
  return 0
}

function toWord(value: bigint): Uint32Array {
  return Uint32Array.from({ length: 8 }, (_, k) => Number(BigInt.asUintN(32, value >> BigInt(224 - 32 * k))))
}
