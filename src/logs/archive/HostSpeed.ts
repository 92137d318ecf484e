/** Measurements to remember, and the minimum for a result. */
const maxRemembered = 8
const minMeasured = 4
/** The rate is measured only with answers of at least this many bytes. */
const largeBody = 64 * 1024

/**
 * The measured speed of an archive's host: that of the fastest recent answer, because parallel requests slow each other
 * down.
 */
export class HostSpeed {
  readonly #latencies: number[] = []
  readonly #rates: number[] = []

  /** Records the milliseconds until an answer began. */
  addAnswer(took: number): void {
    keep(this.#latencies, took)
  }

  /** Records the milliseconds that the body of an answer took to arrive. */
  addBody(bytes: number, took: number): void {
    if (bytes >= largeBody) keep(this.#rates, bytes / Math.max(1, took))
  }

  /** Milliseconds until an answer begins; `undefined` before a few were measured. */
  get latency(): number | undefined {
    return this.#latencies.length >= minMeasured ? Math.min(...this.#latencies) : undefined
  }

  /** Bytes per millisecond; `undefined` before a few large answers. */
  get rate(): number | undefined {
    return this.#rates.length >= minMeasured ? Math.max(...this.#rates) : undefined
  }
}

function keep(list: number[], value: number): void {
  list.push(value)
  if (list.length > maxRemembered) list.shift()
}
