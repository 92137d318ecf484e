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
  return new ScanSwitches()
}

/** Its methods are bound, because apps pass them on. */
class ScanSwitches implements ScanControl {
  readonly #listeners = new Listeners()
  #isPaused = false
  #ignoresBudget = false

  readonly pause = (): void => this.#setPaused(true)

  readonly resume = (): void => this.#setPaused(false)

  readonly isPaused = (): boolean => this.#isPaused

  readonly ignoreBudget = (): void => {
    if (this.#ignoresBudget) return
    this.#ignoresBudget = true
    this.#listeners.notify()
  }

  readonly ignoresBudget = (): boolean => this.#ignoresBudget

  readonly subscribe = this.#listeners.add

  #setPaused(isPaused: boolean): void {
    if (isPaused === this.#isPaused) return
    this.#isPaused = isPaused
    this.#listeners.notify()
  }
}
