/** Text between values, to be found again by eights. */
export class JsonLiteral {
  readonly length: number
  readonly #bytes: Uint8Array
  /** As floats, which compare as fast as numbers do. Those of JSON are no zero; a `NaN` would never be found again. */
  readonly #eights: Float64Array

  constructor(bytes: Uint8Array) {
    this.length = bytes.length
    this.#bytes = bytes
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    // The last eight may overlap those before.
    this.#eights = Float64Array.from({ length: bytes.length < 8 ? 0 : Math.ceil(bytes.length / 8) }, (_, k) =>
      view.getFloat64(Math.min(k * 8, bytes.length - 8), true),
    )
  }

  /** Whether it stands at `at`. */
  isAt(view: DataView, at: number): boolean {
    const { length } = this
    if (at + length > view.byteLength) return false
    const eights = this.#eights
    const last = eights.length - 1
    if (last < 0) {
      for (let k = 0; k < length; k++) if (view.getUint8(at + k) !== this.#bytes[k]) return false
      return true
    }
    for (let k = 0; k < last; k++) if (view.getFloat64(at + k * 8, true) !== eights[k]) return false
    return view.getFloat64(at + length - 8, true) === eights[last]
  }
}
