/** Pixels of a row, by density. */
export const rowHeights = { compact: 30, comfortable: 38 }

/** Pixels of the header, which stays in sight. */
export const headerHeight = 36

/** In rem: the place before the first column, for marking rows. */
export const gutterWidth = 2.25

/** More rows are not for paper: export writes them. */
export const maxPrintedRows = 1_000
