/** A share as `locale` writes a percentage: `12%`, `1.5%`, and never `0%` for something. */
export function formatShare(share: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: share < 0.1 ? 1 : 0,
  })
  return share > 0 && share < 0.001 ? `< ${format.format(0.001)}` : format.format(share)
}
