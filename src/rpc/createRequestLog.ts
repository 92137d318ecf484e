import { Listeners, oncePerTick } from '../base/Listeners.ts'
import type { RequestEvent } from '../base/RequestEvent.ts'

/** Events that a pool keeps. */
const maxEvents = 500
/** Parameters of larger messages are not kept, so that 500 events stay small. */
const maxParamsBytes = 65_536

/** The latest calls of a pool, with one event per attempt. */
export interface RequestLog {
  /** The latest events, oldest first. The same array until there are others. */
  getStatus(): readonly RequestEvent[]
  /** Calls `listener` once per message; returns a function that stops it. */
  subscribe(listener: () => void): () => void
  /** Forgets all events. */
  clear(): void
}

/** A ring buffer of events: recording one copies nothing, only reading the log makes an array. */
export function createRequestLog(): RequestLog & { readonly record: (event: RequestEvent) => void } {
  const listeners = new Listeners()
  let ring: RequestEvent[] = []
  let next = 0
  let snapshot: readonly RequestEvent[] | undefined
  const notify = oncePerTick(() => listeners.notify())

  function changed() {
    snapshot = undefined
    if (listeners.size > 0) notify()
  }

  return {
    record(event) {
      const isLarge = (event.message.sentBytes ?? 0) > maxParamsBytes
      ring[next] = isLarge ? { ...event, params: undefined } : event
      next = (next + 1) % maxEvents
      changed()
    },
    getStatus() {
      snapshot ??= ring.length < maxEvents ? [...ring] : [...ring.slice(next), ...ring.slice(0, next)]
      return snapshot
    },
    subscribe: listeners.add,
    clear() {
      ring = []
      next = 0
      changed()
    },
  }
}
