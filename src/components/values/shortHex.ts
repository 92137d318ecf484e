/** A shortened hash or address: its first and last digits. */
export function shortHex(hex: string): string {
  return hex.length > 13 ? `${hex.slice(0, 6)}…${hex.slice(-4)}` : hex
}
