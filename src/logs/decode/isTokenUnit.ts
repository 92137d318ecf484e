import type { TokenUnit } from './TokenUnit.ts'

/** Whether a unit from a contract or from storage is valid. Formatting with more decimals than a `uint8` holds would freeze the page. */
export function isTokenUnit({ symbol, decimals }: TokenUnit): boolean {
  return typeof symbol === 'string' && Number.isInteger(decimals) && decimals >= 0 && decimals <= 255
}
