import { eightZeros, readHexWords } from './hex.ts'

/**
 * An address, a topic or a hash of the log being written. Logs share most of them with the previous log: a word with the same
 * text as before is neither read nor looked up again.
 */
export class DraftWord {
  /** The 32-bit words of the value. An address is in the last five. */
  readonly words = new Uint32Array(8)
  /** The builder's id of the value; -1 if it has not been looked up. */
  id = -1
  /** The position of the text that the words were read from; -1 if they do not come from text. */
  #textAt = -1

  /** Must be called before `words` are written. */
  changed(): void {
    this.id = -1
    this.#textAt = -1
  }

  /** Reads the words from `first` on from hex. Returns `false` if it is not hex; the words are invalid then. */
  read(view: DataView, at: number, first: number): boolean {
    const length = (8 - first) * 8
    if (at + length > view.byteLength) return false
    if (this.#textAt >= 0 && isSame(view, this.#textAt, at, length)) {
      // The newer of two equal texts is more likely to be in the CPU cache.
      this.#textAt = at
      return true
    }
    this.changed()
    const { words } = this
    let zeros = first
    let p = at
    // Most topics are addresses and small numbers.
    for (; zeros < 8 && view.getFloat64(p, true) === eightZeros; p += 8) words[zeros++] = 0
    if (!readHexWords(view, p, words, zeros, 8 - zeros)) return false
    this.#textAt = at
    return true
  }
}

/** Compares two hex texts from their ends, which differ most, both for small numbers and for vanity addresses. */
function isSame(view: DataView, known: number, at: number, length: number): boolean {
  for (let k = length - 8; k >= 0; k -= 8)
    if (view.getFloat64(known + k, true) !== view.getFloat64(at + k, true)) return false
  return true
}
