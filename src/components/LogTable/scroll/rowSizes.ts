/** Pixels of a row, by density. */
export const rowHeights = { compact: 30, comfortable: 38 }

/** Pixels of the header, which stays visible. */
export const headerHeight = 36

/** Width of the selection column in rem. */
export const gutterWidth = 2.25

/** Maximum rows to print; exports have the rest. */
export const maxPrintedRows = 1_000
