/** In rem: the place before the first column, for marking rows. */
export const gutterWidth = 2.25
