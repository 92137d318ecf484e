import { hexDigits } from '../columns/hex.ts'
import { checksum } from './checksum.ts'

/** Thrown and caught inside the decoder. Created once: collecting a stack costs more than decoding. */
export const undecodable = /* @__PURE__ */ new Error('The data does not have the shape of the event.')

const twoTo32 = 2 ** 32
const twoTo128 = 2n ** 128n

/**
 * Work allowed beyond the size of the data, in words: enough for elements without width and for offsets that share a
 * target, but not for data crafted to block the page.
 */
const slack = 8192

/** Position of the first digit in the buffer, after `0x`: a multiple of 4, so that words are aligned. */
const first = 8
/** The buffer is reused for the next log unless it is larger than this. */
const kept = 65_536
/** Maximum length of text to copy by hand: for up to two words, calling the encoder takes longer. */
const byHand = 2 + 2 * 64
const zeroDigits = 0x30303030
const ones = 0x66666666
const upperOnes = 0x46464646
const zero = 48

const addressWords = new Uint32Array(5)
const low = new BigUint64Array(2)
const lowWords = new Uint32Array(low.buffer)
const utf8 = new TextDecoder()
const utf8WithBom = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/**
 * Reads ABI words from hex. Positions are in bytes; every read is checked against the end and counts against a work
 * budget.
 */
export class AbiReader {
  #hex = ''
  #size = 0
  #budget = 0
  /** The digits as character codes: many times faster to read than a string if a log has more than one word. */
  #codes = new Uint8Array(1024)
  /** Where the encoder writes the text, so that its digits begin at {@link first}. */
  #target = this.#codes.subarray(first - 2)
  /** The digits, four at a time. */
  #fours = new Uint32Array(this.#codes.buffer)
  #encoded = false
  /** Where the next dynamic value begins if the data has the layout of Solidity. */
  #end = 0
  #isCanonical = true
  #exactly = false

  /**
   * Opens other data: `hex` with its `0x`, whose first values take `head` bytes. With `exactly`, any other layout than
   * Solidity's throws.
   */
  open(hex: string, head: number, exactly: boolean): void {
    this.#hex = hex
    this.#size = (hex.length - 2) >>> 1
    this.#budget = (this.#size >>> 5) + slack
    this.#encoded = false
    this.#end = head
    this.#isCanonical = true
    this.#exactly = exactly
  }

  /** Call when everything was read. Returns whether encoding the values gives the same data. */
  close(): boolean {
    if (this.#end * 2 + 2 !== this.#hex.length) this.#depart()
    return this.#isCanonical
  }

  /** The target of the offset at `at`. */
  follow(at: number, base: number): number {
    const target = base + this.size(at)
    if (target !== this.#end) this.#depart()
    return target
  }

  /** Call before reading a value whose head contains offsets and ends at `end`: their targets come next. */
  passHead(end: number): void {
    this.#end = end
  }

  /** Takes `words` units of work from the budget. Throws if it is exhausted. */
  charge(words: number): void {
    this.#budget -= words
    if (this.#budget < 0) throw undecodable
  }

  /** Throws unless `count` elements of `width` bytes fit after `at`, so that a claimed length alone causes no work. */
  ensure(at: number, count: number, width: number): void {
    if (count * width > this.#size - at) throw undecodable
    if (width === 0) this.charge(count)
  }

  /** An offset or a length in bytes. Throws if it is larger than the data. */
  size(at: number): number {
    const size = this.count(at)
    if (size > this.#size) throw undecodable
    return size
  }

  /** The length of an array. Only {@link ensure} checks it, because elements may have no width. */
  count(at: number): number {
    const p = this.#take(at, 32)
    if (!this.#isFilled(p, 14, zeroDigits)) throw undecodable
    return this.#word(p + 56)
  }

  /** An unsigned number of up to 48 bits, less than `limit`. */
  small(at: number, limit: number): number {
    const p = this.#take(at, 32)
    this.charge(1)
    if (!this.#isFilled(p, 12, zeroDigits)) throw undecodable
    const number = this.#word(p + 48) * twoTo32 + this.#word(p + 56)
    if (number >= limit) throw undecodable
    return number
  }

  /** A signed number of up to 48 bits, at least `-limit` and less than `limit`. */
  smallSigned(at: number, limit: number): number {
    const p = this.#take(at, 32)
    if (!this.#isFilled(p, 12, ones) && !this.#isFilled(p, 12, upperOnes)) return this.small(at, limit)
    this.charge(1)
    const number = (this.#word(p + 48) - twoTo32) * twoTo32 + this.#word(p + 56)
    if (number < -limit) throw undecodable
    return number
  }

  big(at: number, bits: number): bigint {
    const p = this.#take(at, 32)
    this.charge(1)
    if (bits < 256 && !this.#isPadding(p, 64 - bits / 4)) throw undecodable
    // Most amounts fit into half a word, which is read several times faster by hand.
    return this.#isFilled(p, 8, zeroDigits) ? this.#low(p) : BigInt(`0x${this.#text(p, 64)}`)
  }

  bigSigned(at: number, bits: number): bigint {
    const p = this.#take(at, 32)
    this.charge(1)
    if (bits < 256) this.#checkSign(p, 64 - bits / 4)
    if (this.#isFilled(p, 8, zeroDigits)) return this.#low(p)
    if (this.#isFilled(p, 8, ones)) return this.#low(p) - twoTo128
    return BigInt.asIntN(256, BigInt(`0x${this.#text(p, 64)}`))
  }

  bool(at: number): boolean {
    const value = this.count(at)
    this.charge(1)
    if (value > 1) throw undecodable
    return value === 1
  }

  address(at: number): string {
    const p = this.#take(at, 32)
    this.charge(1)
    if (!this.#isFilled(p, 6, zeroDigits)) throw undecodable
    for (let k = 0; k < 5; k++) addressWords[k] = this.#word(p + 24 + k * 8)
    return checksum(addressWords)
  }

  /** `bytes1` to `bytes32`. */
  fixedBytes(at: number, length: number): string {
    if (at + 32 > this.#size) throw undecodable
    this.charge(1)
    if (length < 32 && !this.#isPadding(this.#take(at, 32) + length * 2, 64 - length * 2)) throw undecodable
    return `0x${this.#hex.slice(at * 2 + 2, (at + length) * 2 + 2)}`.toLowerCase()
  }

  /** `bytes`, preceded by its length. */
  bytes(at: number): string {
    const length = this.size(at)
    const p = this.#takePadded(at + 32, length)
    this.charge(1 + (length >>> 5))
    return `0x${this.#text(p, length * 2)}`.toLowerCase()
  }

  /** `string`, preceded by its length. Invalid UTF-8 becomes U+FFFD. */
  string(at: number, keepBom: boolean): string {
    const length = this.size(at)
    const p = this.#takePadded(at + 32, length)
    this.charge(1 + (length >>> 5))
    if (length === 0) return ''
    const codes = this.#codes
    const bytes = new Uint8Array(length)
    let bad = 0
    for (let k = 0, q = p; k < length; k++, q += 2) {
      const byte = (hexDigits[codes[q]!]! << 4) | hexDigits[codes[q + 1]!]!
      bad |= byte
      bytes[k] = byte
    }
    if (bad >>> 8 !== 0) throw undecodable
    const text = (keepBom ? utf8WithBom : utf8).decode(bytes)
    // Only text with this character can have lost bytes.
    if (text.includes('\ufffd') && !isUtf8(bytes)) this.#depart()
    return text
  }

  /** `#take` for bytes that are padded to whole words. */
  #takePadded(at: number, length: number): number {
    const p = this.#take(at, length)
    const padding = -length & 31
    this.#end = at + length + padding
    if (padding > 0 && this.#end <= this.#size && !this.#isPadding(p + length * 2, padding * 2))
      this.#depart()
    return p
  }

  /** Notes that encoding the values would not give the same data. */
  #depart(): void {
    if (this.#exactly) throw undecodable
    this.#isCanonical = false
  }

  /** The index in the codes of the `length` bytes at `at`. */
  #take(at: number, length: number): number {
    if (at + length > this.#size) throw undecodable
    if (!this.#encoded) this.#encode()
    return at * 2 + first
  }

  #encode(): void {
    const hex = this.#hex
    const needed = first + hex.length
    if (this.#codes.length < needed || this.#codes.length > kept) {
      this.#codes = new Uint8Array(Math.max(1024, 2 ** Math.ceil(Math.log2(needed))))
      this.#target = this.#codes.subarray(first - 2)
      this.#fours = new Uint32Array(this.#codes.buffer)
    }
    // Text that is not ASCII is not hex.
    if (!(hex.length <= byHand ? this.#copy(hex) : this.#encodeLong(hex))) throw undecodable
    this.#encoded = true
  }

  #copy(hex: string): boolean {
    const codes = this.#codes
    let all = 0
    for (let k = 2, p = first; k < hex.length; k++, p++) {
      const code = hex.charCodeAt(k)
      all |= code
      codes[p] = code
    }
    return all < 128
  }

  #encodeLong(hex: string): boolean {
    const { read, written } = encoder.encodeInto(hex, this.#target)
    return read === written && read === hex.length
  }

  #text(p: number, length: number): string {
    return this.#hex.slice(p - first + 2, p - first + 2 + length)
  }

  /** Whether `count` groups of four digits from `p` on all equal `four`. */
  #isFilled(p: number, count: number, four: number): boolean {
    if ((p & 3) !== 0) {
      // Only unusual data has unaligned words.
      for (let k = 0; k < count * 4; k++) if (this.#codes[p + k] !== (four & 255)) return false
      return true
    }
    const fours = this.#fours
    for (let k = p >>> 2; k < (p >>> 2) + count; k++) if (fours[k] !== four) return false
    return true
  }

  /** Whether `count` digits from `p` on are zeros. */
  #isPadding(p: number, count: number): boolean {
    const codes = this.#codes
    if ((count & 2) > 0 && (codes[p + count - 1] !== zero || codes[p + count - 2] !== zero)) return false
    return this.#isFilled(p, count >> 2, zeroDigits)
  }

  /** Throws unless the first `count` digits of the word at `p` repeat the sign of the rest. */
  #checkSign(p: number, count: number): void {
    const codes = this.#codes
    const digit = (hexDigits[codes[p + count]!]! & 8) === 0 ? 0 : 15
    for (let k = p; k < p + count; k++) if (hexDigits[codes[k]!] !== digit) throw undecodable
  }

  /** The lower half of the word at `p`. */
  #low(p: number): bigint {
    const third = this.#word(p + 32)
    const second = this.#word(p + 40)
    lowWords[1] = this.#word(p + 48)
    lowWords[0] = this.#word(p + 56)
    if ((third | second) === 0) return low[0]!
    lowWords[3] = third
    lowWords[2] = second
    return (low[1]! << 64n) | low[0]!
  }

  /** Eight digits as an unsigned number. */
  #word(p: number): number {
    const codes = this.#codes
    const high =
      (hexDigits[codes[p]!]! << 12) |
      (hexDigits[codes[p + 1]!]! << 8) |
      (hexDigits[codes[p + 2]!]! << 4) |
      hexDigits[codes[p + 3]!]!
    const rest =
      (hexDigits[codes[p + 4]!]! << 12) |
      (hexDigits[codes[p + 5]!]! << 8) |
      (hexDigits[codes[p + 6]!]! << 4) |
      hexDigits[codes[p + 7]!]!
    if ((high | rest) >>> 16 !== 0) throw undecodable
    return ((high << 16) | rest) >>> 0
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  const again = encoder.encode(utf8WithBom.decode(bytes))
  return again.length === bytes.length && again.every((byte, at) => byte === bytes[at])
}
