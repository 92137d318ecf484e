import type { Clock } from '../Clock.ts'

const defaultCooldown = 60_000

/** Endpoints that gave a bad answer, and are avoided for a while. */
export class EndpointCooldown {
  readonly #clock: Clock
  readonly #until = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(endpoint: string, milliseconds = defaultCooldown): void {
    this.#until.set(endpoint, this.#clock.now() + milliseconds)
  }

  /** The endpoints that are avoided now. */
  get names(): readonly string[] {
    const now = this.#clock.now()
    for (const [name, until] of this.#until) if (until <= now) this.#until.delete(name)
    return [...this.#until.keys()]
  }
}
