/** Milliseconds without anything new to rely on, after which what is shown counts as stale. */
export const staleAfter = 30_000
