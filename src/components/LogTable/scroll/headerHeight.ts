/** Pixels of the header, which stays in sight. */
export const headerHeight = 36
