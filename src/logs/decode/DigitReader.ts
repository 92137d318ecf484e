import { hexDigits } from '../columns/hex.ts'

/** Thrown and caught inside the decoder. Created once: collecting a stack costs more than decoding. */
export const undecodable = /* @__PURE__ */ new Error('The data does not have the shape of the event.')

/** Position of the first digit in the buffer, after `0x`: a multiple of 4, so that words are aligned. */
const first = 8
/** The buffer is reused for the next text unless it is larger than this. */
const kept = 65_536
/** Maximum length of text to copy by hand: for up to two words, calling the encoder takes longer. */
const byHand = 2 + 2 * 64
const zero = 48
const encoder = new TextEncoder()

const low = new BigUint64Array(2)
const lowWords = new Uint32Array(low.buffer)

/** Four digits each: `0000`, `ffff` and `FFFF`. */
export const zeroDigits = 0x30303030
export const ones = 0x66666666
export const upperOnes = 0x46464646

/**
 * Reads numbers and bytes from the digits of hex text. A position `at` counts bytes of the data, and is checked against its
 * end; `p` is the index of a digit, from {@link take}.
 */
export class DigitReader {
  /** The text, with its `0x`. */
  protected hex = ''
  /** Bytes of data. */
  protected byteLength = 0
  /** The digits as character codes: many times faster to read than a string if there is more than one word. */
  #codes = new Uint8Array(1024)
  /** Where the encoder writes the text, so that its digits begin at {@link first}. */
  #target = this.#codes.subarray(first - 2)
  /** The digits, four at a time. */
  #fours = new Uint32Array(this.#codes.buffer)
  #isEncoded = false

  protected openText(hex: string): void {
    this.hex = hex
    this.byteLength = (hex.length - 2) >>> 1
    this.#isEncoded = false
  }

  /** The index of the first digit of the `length` bytes at `at`. */
  protected take(at: number, length: number): number {
    if (at + length > this.byteLength) throw undecodable
    if (!this.#isEncoded) this.#encode()
    return at * 2 + first
  }

  protected text(p: number, length: number): string {
    return this.hex.slice(p - first + 2, p - first + 2 + length)
  }

  /** The `length` bytes from the digit at `p` on. */
  protected bytesAt(p: number, length: number): Uint8Array {
    const codes = this.#codes
    const bytes = new Uint8Array(length)
    let bad = 0
    for (let k = 0, q = p; k < length; k++, q += 2) {
      const byte = (hexDigits[codes[q]!]! << 4) | hexDigits[codes[q + 1]!]!
      bad |= byte
      bytes[k] = byte
    }
    if (bad >>> 8 !== 0) throw undecodable
    return bytes
  }

  /** Whether `count` groups of four digits from `p` on all equal `four`. */
  protected isFilled(p: number, count: number, four: number): boolean {
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
  protected isPadding(p: number, count: number): boolean {
    const codes = this.#codes
    if ((count & 2) > 0 && (codes[p + count - 1] !== zero || codes[p + count - 2] !== zero)) return false
    return this.isFilled(p, count >> 2, zeroDigits)
  }

  /** Throws unless the first `count` digits of the word at `p` repeat the sign of the rest. */
  protected checkSign(p: number, count: number): void {
    const codes = this.#codes
    const digit = (hexDigits[codes[p + count]!]! & 8) === 0 ? 0 : 15
    for (let k = p; k < p + count; k++) if (hexDigits[codes[k]!] !== digit) throw undecodable
  }

  /** The lower half of the word at `p`. */
  protected low(p: number): bigint {
    const third = this.word(p + 32)
    const second = this.word(p + 40)
    lowWords[1] = this.word(p + 48)
    lowWords[0] = this.word(p + 56)
    if ((third | second) === 0) return low[0]!
    lowWords[3] = third
    lowWords[2] = second
    return (low[1]! << 64n) | low[0]!
  }

  /** Eight digits as an unsigned number. */
  protected word(p: number): number {
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

  #encode(): void {
    const hex = this.hex
    const needed = first + hex.length
    if (this.#codes.length < needed || this.#codes.length > kept) {
      this.#codes = new Uint8Array(Math.max(1024, 2 ** Math.ceil(Math.log2(needed))))
      this.#target = this.#codes.subarray(first - 2)
      this.#fours = new Uint32Array(this.#codes.buffer)
    }
    // Text that is not ASCII is not hex.
    if (!(hex.length <= byHand ? this.#copy(hex) : this.#encodeLong(hex))) throw undecodable
    this.#isEncoded = true
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
}
