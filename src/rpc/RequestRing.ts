import { Listeners, oncePerTick } from '../base/Listeners.ts'
import type { RequestEvent } from '../base/RequestEvent.ts'
import type { RequestLog } from './Pool.ts'

/** Events that a pool keeps. */
const maxEvents = 500
/** Parameters of larger messages are not kept, so that 500 events stay small. */
const maxParamsBytes = 65_536

/** A ring buffer of events: recording one copies nothing, only reading the log makes an array. */
export class RequestRing implements RequestLog {
  readonly #listeners = new Listeners()
  readonly #notify = oncePerTick(() => this.#listeners.notify())
  #ring: RequestEvent[] = []
  #next = 0
  #snapshot: readonly RequestEvent[] | undefined

  // Public methods are bound: hooks and apps pass them on.
  readonly subscribe = this.#listeners.add

  readonly getStatus = (): readonly RequestEvent[] => {
    const ring = this.#ring
    const next = this.#next
    this.#snapshot ??= ring.length < maxEvents ? [...ring] : [...ring.slice(next), ...ring.slice(0, next)]
    return this.#snapshot
  }

  readonly clear = (): void => {
    this.#ring = []
    this.#next = 0
    this.#changed()
  }

  record(event: RequestEvent) {
    const isLarge = (event.message.sentBytes ?? 0) > maxParamsBytes
    this.#ring[this.#next] = isLarge ? { ...event, params: undefined } : event
    this.#next = (this.#next + 1) % maxEvents
    this.#changed()
  }

  #changed() {
    this.#snapshot = undefined
    if (this.#listeners.size > 0) this.#notify()
  }
}
