/** More rows are not for paper: export writes them. */
export const mostPrinted = 1_000
