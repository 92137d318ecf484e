// Bytes per chunk: every write to disk has a cost.
const chunkBytes = 256 * 1024

/** Collects short texts as bytes in one buffer, without garbage per text. */
export class TextBuffer {
  readonly #encoder = new TextEncoder()
  #bytes = new Uint8Array(chunkBytes + chunkBytes / 4)
  #size = 0

  /** Whether there are enough bytes for a chunk. */
  get isFull(): boolean {
    return this.#size >= chunkBytes
  }

  add(text: string): void {
    for (let rest = text; ;) {
      const { read, written } = this.#encoder.encodeInto(rest, this.#bytes.subarray(this.#size))
      this.#size += written
      if (read === rest.length) return
      rest = rest.slice(read)
      this.#makeRoom(rest.length)
    }
  }

  /** Returns the buffered bytes, if any, and resets. */
  take(): readonly Uint8Array<ArrayBuffer>[] {
    const taken = this.#bytes.slice(0, this.#size)
    this.#size = 0
    return taken.length > 0 ? [taken] : []
  }

  /** Makes room for text: a UTF-16 code unit takes up to three bytes. */
  #makeRoom(length: number): void {
    const bytes = new Uint8Array(this.#size + length * 3)
    bytes.set(this.#bytes.subarray(0, this.#size))
    this.#bytes = bytes
  }
}
