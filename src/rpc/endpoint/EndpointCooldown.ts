import type { Clock } from '../Clock.ts'

/** Milliseconds for which an endpoint whose answers did not fit is asked only when there is no other. */
const usual = 60_000

/** Endpoints to leave alone for a while. */
export class EndpointCooldown {
  readonly #clock: Clock
  readonly #until = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(endpoint: string, milliseconds = usual): void {
    this.#until.set(endpoint, this.#clock.now() + milliseconds)
  }

  /** Those that are left alone now. */
  get names(): readonly string[] {
    const now = this.#clock.now()
    for (const [name, until] of this.#until) if (until <= now) this.#until.delete(name)
    return [...this.#until.keys()]
  }
}
