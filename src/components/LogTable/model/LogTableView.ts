import type { LocalFilter } from '../../../logs/filter/LocalFilter.ts'

/** The columns a log table can show. By default, as many of those from `block` to `logIndex` as fit. */
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

/** A built-in column, or one of the table's `columns`. */
export type LogColumnId = LogColumn | (string & {})

export interface LogTableColumn {
  readonly id: LogColumnId
  /** CSS pixels. @default the width of its values, plus a share of the remaining space */
  readonly width?: number | undefined
  /** Stays visible when scrolling sideways. @default false */
  readonly pinned?: boolean | undefined
}

/**
 * The sort order. By `block`, rows keep the chain's order, with gaps in place. By
 * anything else, only the loaded rows are sorted.
 */
export type LogSort =
  | { readonly column: Exclude<LogColumn, 'time'>; readonly direction: 'asc' | 'desc' }
  | {
      /** Sorts by a column of your own, or of one argument. */
      readonly column: 'custom'
      readonly id: string
      readonly direction: 'asc' | 'desc'
    }
  | {
      /** Sorts by one argument of one event. Logs of other events come last. */
      readonly column: 'arg'
      readonly direction: 'asc' | 'desc'
      /** The event, by its first topic in lower case. */
      readonly topic0: string
      /** The position of the argument. */
      readonly position: number
      readonly name: string
    }

/** The user's view settings of a log table, as plain JSON for storage or links. */
export interface LogTableView {
  /** The visible columns, in order. Unknown ones are ignored. @default the table's `columns`, else block, time where known, contract, event, transaction, log index: as many as leave room for arguments */
  readonly columns?: readonly LogTableColumn[] | undefined
  /** @default 'comfortable' */
  readonly density?: 'compact' | 'comfortable' | undefined
  /** Shows times as UTC, local time or age. @default 'utc', or 'age' where there is no room */
  readonly time?: 'utc' | 'local' | 'age' | undefined
  /** @default the order of the logs given */
  readonly sort?: LogSort | undefined
  /** Local filters on the given logs; they send no requests. @default all */
  readonly filters?: readonly LocalFilter[] | undefined
}
