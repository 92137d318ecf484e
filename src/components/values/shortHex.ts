/** Characters of a shortened value before and after the ellipsis: `0x1234…cdef`. */
export const firstDigits = 6
export const lastDigits = 4

/** Whether a value is long enough to be shortened. */
export function isShortened(hex: string): boolean {
  return hex.length > firstDigits + lastDigits + 3
}

/** A shortened hash or address: its first and last digits. */
export function shortHex(hex: string): string {
  return isShortened(hex) ? `${hex.slice(0, firstDigits)}…${hex.slice(-lastDigits)}` : hex
}
