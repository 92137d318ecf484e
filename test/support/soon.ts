/** How to wait for what comes, in ms: the limit is for what never does, also on a busy machine. */
export const soon = { timeout: 60_000, interval: 20 }
