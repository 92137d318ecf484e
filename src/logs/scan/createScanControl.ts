import { Listeners } from '../../base/Listeners.ts'

/** Pauses and resumes the scans that it is passed to, and may let them exceed the budget. */
export interface ScanControl {
  /** No new read begins. Reads in flight finish, and their logs are kept. */
  pause(): void
  resume(): void
  isPaused(): boolean
  /** Lets these scans exceed the day's budget. Other requests still respect it. */
  ignoreBudget(): void
  ignoresBudget(): boolean
  /** Calls `listener` after each change; returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void
}

/**
 * Creates a control that pauses and resumes scans, and lets them exceed the budget.
 *
 * @example
 * const control = createScanControl()
 * const events = scan(client, { address: token, events: [transfer] }, { control })
 * control.pause() // no more requests; `events` waits
 * control.resume()
 */
export function createScanControl(): ScanControl {
  let paused = false
  let ignoreBudget = false
  const listeners = new Listeners()
  function set(next: boolean) {
    if (next === paused) return
    paused = next
    listeners.notify()
  }
  return {
    pause: () => set(true),
    resume: () => set(false),
    isPaused: () => paused,
    ignoreBudget() {
      if (ignoreBudget) return
      ignoreBudget = true
      listeners.notify()
    },
    ignoresBudget: () => ignoreBudget,
    subscribe: listeners.add,
  }
}
