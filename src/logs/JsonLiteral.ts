/** Text between values, to be found again by fours. */
export class JsonLiteral {
  readonly length: number
  readonly #bytes: Uint8Array
  /** The last four may overlap those before. */
  readonly #fours: Int32Array

  constructor(bytes: Uint8Array) {
    this.length = bytes.length
    this.#bytes = bytes
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const fours = new Int32Array(bytes.length < 4 ? 0 : Math.ceil(bytes.length / 4))
    for (let k = 0; k < fours.length; k++) fours[k] = view.getInt32(Math.min(k * 4, bytes.length - 4))
    this.#fours = fours
  }

  /** Whether it stands at `at`. */
  isAt(view: DataView, at: number): boolean {
    const { length } = this
    if (at + length > view.byteLength) return false
    const fours = this.#fours
    if (fours.length === 0) {
      for (let k = 0; k < length; k++) if (view.getUint8(at + k) !== this.#bytes[k]) return false
      return true
    }
    const last = fours.length - 1
    for (let k = 0; k < last; k++) if (view.getInt32(at + k * 4) !== fours[k]) return false
    return view.getInt32(at + length - 4) === fours[last]
  }
}
