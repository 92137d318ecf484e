/** The version of this library, for what outlives a page. */
export const version = '0.1.0'
