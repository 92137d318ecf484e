import { NodeError } from '../../../errors/NodeError.ts'
import type { Clock } from '../../../rpc/Clock.ts'
import type { EndpointStatus, Pool } from '../../../rpc/Pool.ts'
import { isThrottled } from './Connectivity.ts'

/** Milliseconds that an answer may take before endpoints count as silent. */
const patience = 5_000
/** Milliseconds until silence is checked again: other requests may have been answered. */
const checkInterval = 1_000

/** Notices when a request has waited for a while, and no endpoint has answered anything since. */
export class AnswerWatch {
  readonly #pool: Pool
  readonly #clock: Clock
  readonly #onChange: () => void
  #timer: unknown
  #silentSince: number | undefined

  constructor(pool: Pool, clock: Clock, onChange: () => void) {
    this.#pool = pool
    this.#clock = clock
    this.#onChange = onChange
  }

  /** The time of the last answer while endpoints are silent, in milliseconds since the epoch. */
  get silentSince(): number | undefined {
    return this.#silentSince
  }

  /** Something was requested. */
  begin(): void {
    this.#clock.clearTimeout(this.#timer)
    const begin = this.#clock.now()
    const check = () => {
      const endpoints = this.#pool.getStatus()
      const now = this.#clock.now()
      const lastAnswer = lastAnswerOf(endpoints) ?? this.#silentSince ?? begin
      // Once silent, it stays so between two attempts.
      const waitingSince = this.#silentSince === undefined ? (this.#pool.waitingSince() ?? now) : begin
      const quietSince = isThrottled(endpoints) ? now : Math.max(begin, lastAnswer, waitingSince)
      const wait = quietSince + patience - now
      this.#timer = this.#clock.setTimeout(check, wait > 0 ? wait : checkInterval)
      this.#set(wait > 0 ? undefined : lastAnswer)
    }
    this.#timer = this.#clock.setTimeout(check, patience)
  }

  /** It was answered, or it failed. A timeout is not an answer. */
  end(error?: unknown): void {
    this.#clock.clearTimeout(this.#timer)
    if (!(error instanceof NodeError && error.kind === 'timeout')) this.#set(undefined)
  }

  #set(since: number | undefined): void {
    if (since === this.#silentSince) return
    this.#silentSince = since
    this.#onChange()
  }
}

function lastAnswerOf(endpoints: readonly EndpointStatus[]): number | undefined {
  const times = endpoints.flatMap(({ respondedAt }) => respondedAt ?? [])
  return times.length > 0 ? Math.max(...times) : undefined
}
