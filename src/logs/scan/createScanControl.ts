/** Holds scans back, lets them go on, and may let them go over the budget: as many as are given it. */
export interface ScanControl {
  /** From now on no read begins. Those under way come to their end, and what they bring is kept. */
  pause(): void
  resume(): void
  isPaused(): boolean
  /** From now on their reads may pass the day's budget; those of others may not. */
  ignoreBudget(): void
  ignoresBudget(): boolean
  /** Calls `listener` after each change; returns how to stop that. */
  subscribe(listener: () => void): () => void
}

/**
 * Makes what pauses and resumes scans, and lets them go over the budget.
 *
 * @example
 * const control = createScanControl()
 * const events = scan(client, { address: token, events: [transfer] }, { control })
 * control.pause() // nothing more is sent, and `events` waits
 * control.resume()
 */
export function createScanControl(): ScanControl {
  let paused = false
  let ignoreBudget = false
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  function set(next: boolean) {
    if (next === paused) return
    paused = next
    tell()
  }
  return {
    pause: () => set(true),
    resume: () => set(false),
    isPaused: () => paused,
    ignoreBudget() {
      if (ignoreBudget) return
      ignoreBudget = true
      tell()
    },
    ignoresBudget: () => ignoreBudget,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
