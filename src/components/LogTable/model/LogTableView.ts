import type { LocalFilter } from '../../../logs/filter/LocalFilter.ts'

/** The columns a log table can show. Without a choice it shows those from `block` to `logIndex` that there is room for. */
export type LogColumn =
  | 'block'
  | 'time'
  | 'contract'
  | 'event'
  | 'transaction'
  | 'logIndex'
  | 'signature'
  | 'topics'
  | 'data'

export interface LogTableColumn {
  readonly id: LogColumn
  /** CSS pixels. @default what the column's values need, and a share of what is left */
  readonly width?: number | undefined
  /** Stays in sight when one scrolls sideways. @default false */
  readonly pinned?: boolean | undefined
}

/**
 * How rows follow each other. By `block` they keep the chain's order, and what is missing is shown in its place; by
 * anything else, those that are loaded are sorted.
 */
export type LogSort =
  | { readonly column: Exclude<LogColumn, 'time'>; readonly direction: 'asc' | 'desc' }
  | {
      /** By one argument of one event. Logs of other events come last. */
      readonly column: 'arg'
      readonly direction: 'asc' | 'desc'
      /** The event, by its first topic in lower case. */
      readonly topic0: string
      /** Which of its arguments. */
      readonly position: number
      readonly name: string
    }

/** How a log table looks, as the one who reads it left it. Plain JSON, to be put into storage or a link. */
export interface LogTableView {
  /** Those shown, in their order. @default block, time where known, contract, event, transaction, log index: as many as leave arguments room */
  readonly columns?: readonly LogTableColumn[] | undefined
  /** @default 'comfortable' */
  readonly density?: 'compact' | 'comfortable' | undefined
  /** Times as UTC, as local time, or as their age. @default 'utc' */
  readonly time?: 'utc' | 'local' | 'age' | undefined
  /** @default the order of the logs given */
  readonly sort?: LogSort | undefined
  /** Which of the logs given are shown. Nothing is asked of a node for it. @default all */
  readonly filters?: readonly LocalFilter[] | undefined
}
