import { wordsToHex } from '../columns/hex.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import { shapeKey } from '../columns/segmentLayout.ts'
import { checksum } from '../decode/checksum.ts'
import type { Decoder } from '../decode/createDecoder.ts'
import { isSoundWord, readWord } from '../decode/readWord.ts'
import type { WordArg } from '../decode/WordArg.ts'
import { isAnonymous } from '../filter/eventTopic.ts'
import { formatArg } from '../list/formatArg.ts'
import type { AbiValue, DecodedArg, DecodedEvent } from '../Log.ts'

type Argument = Pick<DecodedArg, 'type' | 'hashed'>

/**
 * Reads single arguments of packed logs: as a word, straight from the columns, if the position is known without
 * decoding; else by decoding the log, without creating a row.
 */
export class PackedArgs {
  /** The word that {@link find} read, highest 32 bits first. */
  readonly word: Uint32Array = new Uint32Array(8)
  readonly #segment: LogSegment
  readonly #decoder: Decoder | undefined
  readonly #shapes = new Map<number, Shape | undefined>()
  #lastShape: number | undefined
  #last: Shape | undefined
  /** Number of logs decoded so far. */
  decoded = 0
  #decodedRow = -1
  #event: DecodedEvent | undefined

  constructor(segment: LogSegment, decoder: Decoder | undefined) {
    this.#segment = segment
    this.#decoder = decoder
  }

  /** Reads an argument's word into {@link word}; `undefined` if the log must be decoded. */
  find(row: number, position: number): WordArg | undefined {
    const shape = this.#shapeOf(row)
    const arg = shape?.args[position]
    if (!arg) return undefined
    const { columns } = this.#segment
    for (const other of shape.checked) if (!isSoundWord(columns, row, other)) return undefined
    readWord(columns, row, arg, this.word)
    return arg
  }

  /** The decoded argument, as a row has it. */
  decode(row: number, position: number): DecodedArg | undefined {
    return this.#decode(row)?.args[position]
  }

  /** The signature of the log's event if it is anonymous. Decodes only if the decoder has one of this shape. */
  anonymousEvent(row: number): string | undefined {
    const topicCount = this.#segment.topicCount(row)
    if (!this.#decoder?.canBeAnonymous(topicCount, this.#segment.dataLength(row))) return undefined
    const event = this.#decode(row)
    return isAnonymous(event, topicCount) ? event.signature : undefined
  }

  #decode(row: number): DecodedEvent | undefined {
    if (row !== this.#decodedRow) {
      const segment = this.#segment
      this.#event = this.#decoder?.decode({ topics: segment.topics(row), data: segment.data(row) })
      this.#decodedRow = row
      this.decoded++
    }
    return this.#event
  }

  /** The argument with its value, decoding the log only if necessary. */
  read(row: number, position: number): (Argument & { readonly value: AbiValue }) | undefined {
    const arg = this.find(row, position)
    return arg
      ? { type: arg.type, hashed: arg.hashed, value: wordValue(this.word, arg) }
      : this.decode(row, position)
  }

  /** The argument as text: hex as in the row, integers in decimal, anything else as JSON. */
  text(row: number, position: number): string | undefined {
    const value = this.read(row, position)?.value
    return value === undefined ? undefined : formatArg(value)
  }

  #shapeOf(row: number): Shape | undefined {
    const { columns } = this.#segment
    const key = shapeKey(columns, row)
    if (key === this.#lastShape) return this.#last
    if (key === undefined) return undefined
    let shape = this.#shapes.get(key)
    if (!shape && !this.#shapes.has(key)) {
      const topicCount = columns.logFlags[row]! & 7
      const args = this.#decoder?.wordsOf(this.#segment.topic0(row), topicCount, columns.dataLengths[row]!)
      shape = args && { args, checked: args.filter(({ bits }) => bits < 256) }
      this.#shapes.set(key, shape)
    }
    this.#lastShape = key
    this.#last = shape
    return shape
  }
}

interface Shape {
  readonly args: readonly WordArg[]
  /** Arguments whose words must be valid for the log to fit this event. */
  readonly checked: readonly WordArg[]
}

function wordValue(word: Uint32Array, { type, hashed, bits, fill }: WordArg): AbiValue {
  if (hashed) return wordsToHex(word, 0, 8)
  if (type === 'address') return checksum(word.slice(3))
  if (type === 'bool') return word[7] === 1
  if (fill === 'after') return wordsToHex(word, 0, 8).slice(0, 2 + bits / 4)
  if (bits > 48) return wordNumber(word, fill === 'sign')
  return (fill === 'sign' ? word[6]! | 0 : word[6]!) * 2 ** 32 + word[7]!
}

/** The integer in a word. */
function wordNumber(word: Uint32Array, isSigned: boolean): bigint {
  let number = BigInt(isSigned ? word[0]! | 0 : word[0]!)
  for (let k = 1; k < 8; k++) number = (number << 32n) | BigInt(word[k]!)
  return number
}
