import type { AbiEvent, AbiParameter } from 'viem'
import type { RawLog } from '../Log.ts'

const mostGuesses = 64
// `2 ** inputs` combinations are looked through.
const mostInputs = 17

/**
 * An event whose signature does not say which arguments are indexed, in the ways that fit a log: as many as it has
 * topics, each word such as its type allows. First those that come first in the signature, as contracts mostly have it.
 */
export function guessIndexed(event: AbiEvent, log: Pick<RawLog, 'topics' | 'data'>): readonly AbiEvent[] {
  if (event.inputs.some(({ indexed }) => indexed !== undefined)) return [event]
  const { length } = event.inputs
  const count = log.topics.length - 1
  if (count > length || length > mostInputs) return []
  return combinations(length, count)
    .filter((chosen) =>
      chosen.every((at, position) => isPlausible(event.inputs[at]!, log.topics[position + 1]!)),
    )
    .map((chosen) => ({
      ...event,
      inputs: event.inputs.map((input, at) => ({ ...input, indexed: chosen.includes(at) })),
    }))
    .filter((guess) => fitsData(guess, log.data))
    .slice(0, mostGuesses)
}

/** Lists of `count` positions, in order: [0, 1] before [0, 2] before [1, 2]. */
function combinations(length: number, count: number, from = 0): readonly (readonly number[])[] {
  if (count === 0) return [[]]
  const all: (readonly number[])[] = []
  for (let at = from; at <= length - count; at++)
    for (const rest of combinations(length, count - 1, at + 1)) all.push([at, ...rest])
  return all
}

/** What is not indexed is in the data: without dynamic types, to the word. */
function fitsData(event: AbiEvent, data: string): boolean {
  const rest = event.inputs.filter(({ indexed }) => !indexed)
  const words = (data.length - 2) / 64
  if (!rest.every(isWord)) return words >= rest.length
  if (words !== rest.length) return false
  return rest.every((input, at) => isPlausible(input, `0x${data.slice(2 + at * 64, 66 + at * 64)}`))
}

function isWord({ type }: AbiParameter): boolean {
  return /^(address|bool|bytes\d+|u?int\d*)$/.test(type)
}

/** Whether a word may hold a value of a type: what a type does not use is zero. */
function isPlausible({ type }: AbiParameter, word: string): boolean {
  const value = BigInt(word)
  if (type === 'address') return value >> 160n === 0n
  if (type === 'bool') return value <= 1n
  const [, kind, digits] = /^(uint|int|bytes)(\d*)$/.exec(type) ?? []
  if (kind === undefined || (kind === 'bytes' && digits === '')) return true
  const bits = BigInt(digits === '' ? 256 : Number(digits))
  if (kind === 'uint') return value >> bits === 0n
  if (kind === 'bytes') return BigInt.asUintN(256 - Number(bits) * 8, value) === 0n
  return BigInt.asUintN(256, BigInt.asIntN(Number(bits), value)) === value
}
