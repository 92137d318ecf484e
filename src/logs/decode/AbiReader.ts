import { hexDigits } from '../hexDigits.ts'
import { checksum } from './checksum.ts'

/** Thrown inside a decoder and caught at its door. Made once: a stack nobody reads costs more than the decoding. */
export const undecodable = /* @__PURE__ */ new Error('The data does not have the shape of the event.')

const zeros32 = '0'.repeat(32)
const zeros48 = '0'.repeat(48)
const zeros56 = '0'.repeat(56)
const zeros63 = '0'.repeat(63)
const ones48 = 'f'.repeat(48)
const twoTo32 = 2 ** 32

/**
 * How much more than its data a log may make us do, in words: room for elements of no width and for offsets that lead
 * to the same place, as long as they are not meant to bring the page down.
 */
const slack = 8192

const low = new BigUint64Array(2)
const lowWords = new Uint32Array(low.buffer)
const utf8 = new TextDecoder()
const utf8WithBom = new TextDecoder('utf-8', { ignoreBOM: true })

/** Reads ABI words from hex. Positions are in bytes; every read is checked against the end and paid for. */
export class AbiReader {
  #hex = ''
  #size = 0
  #budget = 0

  /** Starts on other data: `hex` with its `0x`. */
  open(hex: string): void {
    this.#hex = hex
    this.#size = (hex.length - 2) >>> 1
    this.#budget = (this.#size >>> 5) + slack
  }

  /** Pays for `words` units of work, or gives up. */
  charge(words: number): void {
    this.#budget -= words
    if (this.#budget < 0) throw undecodable
  }

  /** Where in the text the `length` bytes at `at` begin. */
  #take(at: number, length: number): number {
    if (at + length > this.#size) throw undecodable
    return at * 2 + 2
  }

  /** Gives up unless `count` elements of `width` bytes fit behind `at`: a length alone must not cost anything. */
  ensure(at: number, count: number, width: number): void {
    if (count * width > this.#size - at) throw undecodable
    if (width === 0) this.charge(count)
  }

  /** An offset or a length in bytes: never larger than the data. */
  size(at: number): number {
    const size = this.count(at)
    if (size > this.#size) throw undecodable
    return size
  }

  /** The length of an array. Elements may have no width, so only {@link ensure} knows what is too many. */
  count(at: number): number {
    const p = this.#take(at, 32)
    if (!this.#hex.startsWith(zeros56, p)) throw undecodable
    return this.#word(p + 56)
  }

  /** A number of up to 48 bits. */
  small(at: number): number {
    const p = this.#take(at, 32)
    this.charge(1)
    if (!this.#hex.startsWith(zeros48, p)) throw undecodable
    const number = this.#word(p + 48) * twoTo32 + this.#word(p + 56)
    if (!Number.isSafeInteger(number)) throw undecodable
    return number
  }

  /** A signed number of up to 48 bits. */
  smallSigned(at: number): number {
    const p = this.#take(at, 32)
    this.charge(1)
    const top = this.#word(p + 48)
    const bottom = this.#word(p + 56)
    const number = this.#hex.startsWith(zeros48, p)
      ? top * twoTo32 + bottom
      : this.#hex.slice(p, p + 48).toLowerCase() === ones48
        ? (top - twoTo32) * twoTo32 + bottom
        : Number.NaN
    if (!Number.isSafeInteger(number)) throw undecodable
    return number
  }

  big(at: number): bigint {
    const p = this.#take(at, 32)
    this.charge(1)
    const hex = this.#hex
    if (!hex.startsWith(zeros32, p)) return BigInt(`0x${hex.slice(p, p + 64)}`)
    // Amounts mostly fit into half a word, which is read several times faster by hand.
    const third = this.#word(p + 32)
    const second = this.#word(p + 40)
    lowWords[0] = this.#word(p + 56)
    lowWords[1] = this.#word(p + 48)
    if ((third | second) === 0) return low[0]!
    lowWords[2] = second
    lowWords[3] = third
    return (low[1]! << 64n) | low[0]!
  }

  bigSigned(at: number): bigint {
    return BigInt.asIntN(256, this.big(at))
  }

  bool(at: number): boolean {
    const p = this.#take(at, 32)
    this.charge(1)
    if (!this.#hex.startsWith(zeros63, p)) throw undecodable
    const digit = this.#hex.charCodeAt(p + 63)
    if (digit !== 48 && digit !== 49) throw undecodable
    return digit === 49
  }

  address(at: number): string {
    const p = this.#take(at, 32)
    this.charge(1)
    return checksum(this.#hex.slice(p + 24, p + 64))
  }

  /** `bytes1` to `bytes32`. */
  fixedBytes(at: number, length: number): string {
    const p = this.#take(at, 32)
    this.charge(1)
    return `0x${this.#hex.slice(p, p + length * 2)}`.toLowerCase()
  }

  /** `bytes`, with its length before it. */
  bytes(at: number): string {
    const length = this.size(at)
    const p = this.#take(at + 32, length)
    this.charge(1 + (length >>> 5))
    return `0x${this.#hex.slice(p, p + length * 2)}`.toLowerCase()
  }

  /** `string`, with its length before it. What is no UTF-8 becomes U+FFFD. */
  string(at: number, keepBom: boolean): string {
    const length = this.size(at)
    const p = this.#take(at + 32, length)
    this.charge(1 + (length >>> 5))
    const hex = this.#hex
    let text = ''
    if (length <= 64) {
      let k = p
      const end = p + length * 2
      for (; k < end; k += 2) {
        const code = (digit(hex, k) << 4) | digit(hex, k + 1)
        if (code >= 128) break
        text += String.fromCharCode(code)
      }
      if (k === end) return text
    }
    const bytes = new Uint8Array(length)
    let bad = 0
    for (let k = 0, q = p; k < length; k++, q += 2) {
      const code = (digit(hex, q) << 4) | digit(hex, q + 1)
      bad |= code
      bytes[k] = code
    }
    if (bad >>> 8 !== 0) throw undecodable
    return (keepBom ? utf8WithBom : utf8).decode(bytes)
  }

  /** Eight digits. */
  #word(p: number): number {
    const hex = this.#hex
    const top = four(hex, p)
    const bottom = four(hex, p + 4)
    if ((top | bottom) >>> 16 !== 0) throw undecodable
    return ((top << 16) | bottom) >>> 0
  }
}

function four(hex: string, p: number): number {
  return (digit(hex, p) << 12) | (digit(hex, p + 1) << 8) | (digit(hex, p + 2) << 4) | digit(hex, p + 3)
}

function digit(hex: string, p: number): number {
  const code = hex.charCodeAt(p)
  return code < 256 ? hexDigits[code]! : 1 << 16
}
