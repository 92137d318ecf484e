import { eightZeros, readHexWords } from './hex.ts'

/**
 * An address, a topic or a hash of the log being written. Logs share most of theirs with the log before: a word whose
 * text is the same again is neither read nor looked up again.
 */
export class DraftWord {
  /** An address is the last five of them. */
  readonly words = new Uint32Array(8)
  /** The number by which the builder knows the words; -1 when it has yet to look. */
  id = -1
  /** Where the text lies that the words were read from; -1 when they do not come from text. */
  #textAt = -1

  /** To be called by whoever writes the words. */
  changed(): void {
    this.id = -1
    this.#textAt = -1
  }

  /** Reads the words from `first` on from hex; `false` when it is none, and the words are of no use then. */
  read(view: DataView, at: number, first: number): boolean {
    const length = (8 - first) * 8
    if (at + length > view.byteLength) return false
    if (this.#textAt >= 0 && isSame(view, this.#textAt, at, length)) {
      // The nearer text is, the sooner it is at hand.
      this.#textAt = at
      return true
    }
    this.changed()
    const { words } = this
    let zeros = first
    let p = at
    // Topics are addresses and small numbers more often than not.
    for (; zeros < 8 && view.getFloat64(p, true) === eightZeros; p += 8) words[zeros++] = 0
    if (!readHexWords(view, p, words, zeros, 8 - zeros)) return false
    this.#textAt = at
    return true
  }
}

/** Compares hex with hex that was read before. The ends differ most, for small numbers and for vanity addresses alike. */
function isSame(view: DataView, known: number, at: number, length: number): boolean {
  for (let k = length - 8; k >= 0; k -= 8)
    if (view.getFloat64(known + k, true) !== view.getFloat64(at + k, true)) return false
  return true
}
