import type { NodeError } from '../../errors/NodeError.ts'
import { spanWidth } from '../blockSpan.ts'
import type { Clock } from '../Clock.ts'
import type { PoolCall } from '../Pool.ts'

/** Milliseconds until an unavailable method is tried again. */
const unavailableFor = 3_600_000
/** Milliseconds until a refused width is tried again: the caller narrows its range at once, but other calls may be waiting. */
const tooWideFor = 60_000

interface Refusal {
  readonly until: number
  readonly error: NodeError
}

/**
 * Refusals that an endpoint would repeat: of a method, or of a range as wide as the narrowest one it refused lately. Widths count
 * only while a lower limit is known: otherwise, callers would not know what to request instead.
 */
export class KnownRefusals {
  readonly #clock: Clock
  readonly #blockLimit: () => number | undefined
  readonly #methods = new Map<string, Refusal>()
  #tooWide: (Refusal & { readonly width: bigint }) | undefined

  constructor(clock: Clock, blockLimit: () => number | undefined) {
    this.#clock = clock
    this.#blockLimit = blockLimit
  }

  /** The narrowest width refused lately. */
  get tooWide(): bigint | undefined {
    if (!this.#tooWide || this.#tooWide.until <= this.#clock.now()) return undefined
    const { width } = this.#tooWide
    return (this.#blockLimit() ?? width) < width ? width : undefined
  }

  /** The methods that are unavailable for now. */
  get methods(): readonly { method: string; until: number; details: string | undefined }[] {
    const now = this.#clock.now()
    return [...this.#methods].flatMap(([method, { until, error }]) =>
      until > now ? [{ method, until, details: error.details }] : [],
    )
  }

  /** The error this call would get again. */
  find({ method, params }: PoolCall): NodeError | undefined {
    const { tooWide } = this
    if (method === 'eth_getLogs' && tooWide !== undefined) {
      const width = spanWidth(params)
      if (width !== undefined && width >= tooWide) return this.#tooWide!.error
    }
    const refusal = this.#methods.get(method)
    if (!refusal || refusal.until > this.#clock.now()) return refusal?.error
    this.#methods.delete(method)
    return undefined
  }

  addMethod(method: string, error: NodeError): void {
    this.#methods.set(method, { until: this.#clock.now() + unavailableFor, error })
  }

  /** A range of this width was refused. */
  addWidth(width: bigint, error: NodeError): void {
    if (width > 1n && width <= (this.tooWide ?? width))
      this.#tooWide = { width, until: this.#clock.now() + tooWideFor, error }
  }

  /** A range of this width was answered. */
  answeredWidth(width: bigint): void {
    if (this.#tooWide && width >= this.#tooWide.width) this.#tooWide = undefined
  }
}
