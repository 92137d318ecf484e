/** The columns of a log table, in their order. */
export const columns = ['block', 'time', 'contract', 'event', 'transaction', 'logIndex'] as const

export type Column = (typeof columns)[number]
