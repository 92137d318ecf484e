/** Pixels of a row, by density. */
export const rowHeights = { compact: 30, comfortable: 38 }
