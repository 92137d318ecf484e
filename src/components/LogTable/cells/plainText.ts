/** Text that has one direction, and nothing in it that hides. */
export const plainText = /^[\x20-\x7e…]*$/
