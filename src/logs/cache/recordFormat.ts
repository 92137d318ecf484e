/** The version of what a record holds. One of another version is dropped when it is met. */
export const recordFormat = 1
