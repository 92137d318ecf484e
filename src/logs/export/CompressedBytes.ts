import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js'
import { snappyCompress } from 'hyparquet-writer/src/snappy.js'

// The window of snappy, and small enough to compress without blocking the page.
const blockBytes = 64 * 1024

const encoder = new TextEncoder()

/** Values in Parquet's plain encoding, compressed as they are added. */
export class CompressedBytes {
  /** The bytes not compressed yet. */
  #block = new Uint8Array(blockBytes * 2)
  #view = new DataView(this.#block.buffer)
  #blockSize = 0
  readonly #compressed = new ByteWriter()
  #size = 0

  /** Uncompressed size of the values. */
  get size(): number {
    return this.#size + this.#blockSize
  }

  addInteger(value: bigint): void {
    this.#makeRoom(8)
    this.#view.setBigInt64(this.#blockSize, value, true)
    this.#endAt(this.#blockSize + 8)
  }

  /** A number of up to 128 bits. */
  addDecimal(value: bigint): void {
    this.#makeRoom(16)
    this.#view.setBigInt64(this.#blockSize, value >> 64n)
    this.#view.setBigUint64(this.#blockSize + 8, BigInt.asUintN(64, value))
    this.#endAt(this.#blockSize + 16)
  }

  addText(text: string): void {
    const { length } = text
    this.#makeRoom(4 + length)
    const begin = this.#blockSize + 4
    // Most texts are short and ASCII: calling the encoder would take longer than copying them.
    let end = begin
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at)
      if (code > 127) break
      this.#block[end++] = code
    }
    if (end < begin + length) {
      this.#makeRoom(4 + length * 3)
      end = begin + encoder.encodeInto(text, this.#block.subarray(begin)).written
    }
    this.#view.setUint32(this.#blockSize, end - begin, true)
    this.#endAt(end)
  }

  /** Returns everything compressed, and resets. */
  take(): Uint8Array {
    this.#compress()
    const whole = new ByteWriter(this.#compressed.index + 5)
    whole.appendVarInt(this.#size)
    whole.appendBytes(this.#compressed.getBytes())
    this.#compressed.index = 0
    this.#size = 0
    return whole.getBytes()
  }

  #endAt(end: number): void {
    this.#blockSize = end
    if (end >= blockBytes) this.#compress()
  }

  #compress(): void {
    const block = this.#block.subarray(0, this.#blockSize)
    // Drops the length before each block: it is written once, before all of them.
    let begin = 1
    for (let rest = block.length; rest > 127; rest >>>= 7) begin++
    this.#compressed.appendBytes(snappyCompress(block).subarray(begin))
    this.#size += this.#blockSize
    this.#blockSize = 0
  }

  #makeRoom(more: number): void {
    const needed = this.#blockSize + more
    if (needed <= this.#block.length) return
    const block = new Uint8Array(needed)
    block.set(this.#block.subarray(0, this.#blockSize))
    this.#block = block
    this.#view = new DataView(block.buffer)
  }
}
