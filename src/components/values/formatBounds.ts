import type { Expected } from '../../logs/scan/estimate/ScanEstimate.ts'

/** Both bounds with a dash between them, or one where they read the same. */
export function formatBounds({ low, high }: Expected, write: (value: number) => string): string {
  const [least, most] = [write(low), write(high)]
  return least === most ? most : `${least}–${most}`
}
