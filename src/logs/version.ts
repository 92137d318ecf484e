/** The version of this library, for data that outlives a page. */
export const version = '0.1.0'
