import type { Expected } from '../../logs/scan/estimate/ScanEstimate.ts'

/** A range such as `12–15`, or one number if both bounds format the same. */
export function formatBounds({ low, high }: Expected, write: (value: number) => string): string {
  const [least, most] = [write(low), write(high)]
  return least === most ? most : `${least}–${most}`
}
