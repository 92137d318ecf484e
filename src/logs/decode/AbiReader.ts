import { checksum } from './checksum.ts'
import { DigitReader, ones, undecodable, upperOnes, zeroDigits } from './DigitReader.ts'

const twoTo32 = 2 ** 32
const twoTo128 = 2n ** 128n

/**
 * Work allowed beyond the size of the data, in words: enough for elements without width and for offsets that share a
 * target, but not for data crafted to block the page.
 */
const slack = 8192

const addressWords = new Uint32Array(5)
const utf8 = new TextDecoder()
const utf8WithBom = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/** Reads ABI values from hex. Every read counts against a work budget. */
export class AbiReader extends DigitReader {
  #budget = 0
  /** Where the next dynamic value begins if the data has the layout of Solidity. */
  #end = 0
  #isCanonical = true
  #exactly = false

  /**
   * Opens other data: `hex` with its `0x`, whose first values take `head` bytes. With `exactly`, any other layout than
   * Solidity's throws.
   */
  open(hex: string, head: number, exactly: boolean): void {
    this.openText(hex)
    this.#budget = (this.byteLength >>> 5) + slack
    this.#end = head
    this.#isCanonical = true
    this.#exactly = exactly
  }

  /** Call when everything was read. Returns whether encoding the values gives the same data. */
  close(): boolean {
    if (this.#end * 2 + 2 !== this.hex.length) this.#markUnusual()
    return this.#isCanonical
  }

  /** The target of the offset at `at`. */
  follow(at: number, base: number): number {
    const target = base + this.size(at)
    if (target !== this.#end) this.#markUnusual()
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
    if (count * width > this.byteLength - at) throw undecodable
    if (width === 0) this.charge(count)
  }

  /** An offset or a length in bytes. Throws if it is larger than the data. */
  size(at: number): number {
    const size = this.count(at)
    if (size > this.byteLength) throw undecodable
    return size
  }

  /** The length of an array. Only {@link ensure} checks it, because elements may have no width. */
  count(at: number): number {
    const p = this.take(at, 32)
    if (!this.isFilled(p, 14, zeroDigits)) throw undecodable
    return this.word(p + 56)
  }

  /** An unsigned number of up to 48 bits, less than `limit`. */
  small(at: number, limit: number): number {
    const p = this.take(at, 32)
    this.charge(1)
    if (!this.isFilled(p, 12, zeroDigits)) throw undecodable
    const number = this.word(p + 48) * twoTo32 + this.word(p + 56)
    if (number >= limit) throw undecodable
    return number
  }

  /** A signed number of up to 48 bits, at least `-limit` and less than `limit`. */
  smallSigned(at: number, limit: number): number {
    const p = this.take(at, 32)
    if (!this.isFilled(p, 12, ones) && !this.isFilled(p, 12, upperOnes)) return this.small(at, limit)
    this.charge(1)
    const number = (this.word(p + 48) - twoTo32) * twoTo32 + this.word(p + 56)
    if (number < -limit) throw undecodable
    return number
  }

  big(at: number, bits: number): bigint {
    const p = this.take(at, 32)
    this.charge(1)
    if (bits < 256 && !this.isPadding(p, 64 - bits / 4)) throw undecodable
    // Most amounts fit into half a word, which is read several times faster by hand.
    return this.isFilled(p, 8, zeroDigits) ? this.low(p) : BigInt(`0x${this.text(p, 64)}`)
  }

  bigSigned(at: number, bits: number): bigint {
    const p = this.take(at, 32)
    this.charge(1)
    if (bits < 256) this.checkSign(p, 64 - bits / 4)
    if (this.isFilled(p, 8, zeroDigits)) return this.low(p)
    if (this.isFilled(p, 8, ones)) return this.low(p) - twoTo128
    return BigInt.asIntN(256, BigInt(`0x${this.text(p, 64)}`))
  }

  bool(at: number): boolean {
    const value = this.count(at)
    this.charge(1)
    if (value > 1) throw undecodable
    return value === 1
  }

  address(at: number): string {
    const p = this.take(at, 32)
    this.charge(1)
    if (!this.isFilled(p, 6, zeroDigits)) throw undecodable
    for (let k = 0; k < 5; k++) addressWords[k] = this.word(p + 24 + k * 8)
    return checksum(addressWords)
  }

  /** `bytes1` to `bytes32`. */
  fixedBytes(at: number, length: number): string {
    if (at + 32 > this.byteLength) throw undecodable
    this.charge(1)
    if (length < 32 && !this.isPadding(this.take(at, 32) + length * 2, 64 - length * 2)) throw undecodable
    return `0x${this.hex.slice(at * 2 + 2, (at + length) * 2 + 2)}`.toLowerCase()
  }

  /** `bytes`, preceded by its length. */
  bytes(at: number): string {
    const length = this.size(at)
    const p = this.#takePadded(at + 32, length)
    this.charge(1 + (length >>> 5))
    return `0x${this.text(p, length * 2)}`.toLowerCase()
  }

  /** `string`, preceded by its length. Invalid UTF-8 becomes U+FFFD. */
  string(at: number, keepBom: boolean): string {
    const length = this.size(at)
    const p = this.#takePadded(at + 32, length)
    this.charge(1 + (length >>> 5))
    if (length === 0) return ''
    const bytes = this.bytesAt(p, length)
    const text = (keepBom ? utf8WithBom : utf8).decode(bytes)
    // Only text with this character can have lost bytes.
    if (text.includes('\ufffd') && !isUtf8(bytes)) this.#markUnusual()
    return text
  }

  /** `take` for bytes that are padded to whole words. */
  #takePadded(at: number, length: number): number {
    const p = this.take(at, length)
    const padding = -length & 31
    this.#end = at + length + padding
    if (padding > 0 && this.#end <= this.byteLength && !this.isPadding(p + length * 2, padding * 2))
      this.#markUnusual()
    return p
  }

  /** Notes that encoding the values would not give the same data. */
  #markUnusual(): void {
    if (this.#exactly) throw undecodable
    this.#isCanonical = false
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  const again = encoder.encode(utf8WithBom.decode(bytes))
  return again.length === bytes.length && again.every((byte, at) => byte === bytes[at])
}
