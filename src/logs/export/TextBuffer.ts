// Bytes that are handed on together: each write to a disk has its price.
const enough = 256 * 1024

/** Gathers short texts as bytes. A long text that is garbage at once would fill memory until all of it is looked through. */
export class TextBuffer {
  readonly #encoder = new TextEncoder()
  #parts: Uint8Array[] = []
  #size = 0

  /** Takes text in; gives all that was gathered once it is enough. */
  add(text: string): Uint8Array<ArrayBuffer> | undefined {
    const bytes = this.#encoder.encode(text)
    this.#parts.push(bytes)
    this.#size += bytes.byteLength
    return this.#size < enough ? undefined : this.take()
  }

  /** Gives what was gathered, and begins anew. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(this.#size)
    let at = 0
    for (const part of this.#parts) {
      taken.set(part, at)
      at += part.byteLength
    }
    this.#parts = []
    this.#size = 0
    return taken
  }
}
