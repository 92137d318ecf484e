/** Options of `vi.waitFor`, in milliseconds: the limit holds on a busy machine too. */
export const soon = { timeout: 60_000, interval: 20 }
