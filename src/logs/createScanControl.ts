/** Holds scans back, and lets them go on: as many as are given it. */
export interface ScanControl {
  /** From now on no read begins. Those under way come to their end, and what they bring is kept. */
  pause(): void
  resume(): void
  isPaused(): boolean
  /** Calls `listener` after each pause and resume; returns how to stop that. */
  subscribe(listener: () => void): () => void
}

/**
 * Makes what pauses and resumes scans.
 *
 * @example
 * const control = createScanControl()
 * const events = scan(client, { address: token, events: [transfer] }, { control })
 * control.pause() // nothing more is sent, and `events` waits
 * control.resume()
 */
export function createScanControl(): ScanControl {
  let paused = false
  const listeners = new Set<() => void>()
  function set(next: boolean) {
    if (next === paused) return
    paused = next
    for (const listener of [...listeners]) listener()
  }
  return {
    pause: () => set(true),
    resume: () => set(false),
    isPaused: () => paused,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
