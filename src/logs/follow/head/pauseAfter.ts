/** Milliseconds to wait after so many failures in a row, where nobody knows when to ask again: longer and longer. */
export function pauseAfter(failures: number): number {
  return Math.min(60_000, 500 * 2 ** failures)
}
