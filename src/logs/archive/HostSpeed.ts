/** Answers that are remembered, and how many of them are enough to go by. */
const remembered = 8
const enough = 4
/** Bytes of an answer from which on its rate says something. */
const largeBody = 64 * 1024

/**
 * How fast an archive answers, as far as it was measured. The best of the last answers count: requests at the same time slow each
 * other down.
 */
export class HostSpeed {
  readonly #latencies: number[] = []
  readonly #rates: number[] = []

  /** An answer has begun, after so many milliseconds. */
  addAnswer(took: number): void {
    keep(this.#latencies, took)
  }

  /** The bytes of an answer have arrived, so many milliseconds after it began. */
  addBody(bytes: number, took: number): void {
    if (bytes >= largeBody) keep(this.#rates, bytes / Math.max(1, took))
  }

  /** Milliseconds until an answer begins; `undefined` before a few were measured. */
  get latency(): number | undefined {
    return this.#latencies.length >= enough ? Math.min(...this.#latencies) : undefined
  }

  /** Bytes per millisecond; `undefined` before a few large answers. */
  get rate(): number | undefined {
    return this.#rates.length >= enough ? Math.max(...this.#rates) : undefined
  }
}

function keep(list: number[], value: number): void {
  list.push(value)
  if (list.length > remembered) list.shift()
}
