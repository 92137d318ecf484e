import type { ReactNode } from 'react'
import type { LogRow } from '../../../logs/Log.ts'
import type { LogColumn } from './LogTableView.ts'

/** The names of the arguments of a row; any text if the types do not know its events. */
type ArgNameOf<row> = row extends { readonly args: infer args }
  ? args extends readonly unknown[]
    ? `${number}`
    : keyof args & string
  : string

/** The id of a column that shows one argument: `args.value`, or `args.0` for an argument without a name. */
export type ArgColumnId<row extends LogRow = LogRow> = `args.${ArgNameOf<row>}`

/** Common options of custom columns. */
export interface LogTableColumnOptions<row extends LogRow = LogRow> {
  /** The value to sort rows by; rows without one come last. @default the argument, else the column cannot be sorted */
  readonly sortValue?: ((log: row) => string | number | bigint | null | undefined) | undefined
  /** The value as text, for copies. @default the argument, else copies leave the column out and say so */
  readonly text?: ((log: row) => string | null | undefined) | undefined
  /** Offered in the View menu, but not shown by default. @default false */
  readonly hidden?: boolean | undefined
  /** CSS pixels. @default a share of the remaining space */
  readonly width?: number | undefined
  /** @default 'end' for an argument that is a number, else 'start' */
  readonly align?: 'start' | 'end' | undefined
}

/** A column with cells of your own. With the id of a built-in column, it replaces that one. */
export interface LogTableCustomColumn<row extends LogRow = LogRow> extends LogTableColumnOptions<row> {
  /** Identifies it in a `LogTableView`. */
  readonly id: string
  /** Its name, in the header, in menus and in copies. */
  readonly header: string
  readonly render: (log: row) => ReactNode
}

/** A column that shows one argument of the events. */
export interface LogTableArgColumn<row extends LogRow = LogRow> extends LogTableColumnOptions<row> {
  readonly id: ArgColumnId<row>
  /** @default the name of the argument */
  readonly header?: string | undefined
  /** @default the value, as in the event column */
  readonly render?: ((log: row) => ReactNode) | undefined
}

/** A column of the `columns` of a log table: built-in, one argument, or your own. */
export type LogTableColumnDefinition<row extends LogRow = LogRow> =
  | LogColumn
  | ArgColumnId<row>
  | LogTableArgColumn<row>
  | LogTableCustomColumn<row>
