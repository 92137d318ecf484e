import { byLocale } from '../strings/byLocale.ts'

const whole = /* @__PURE__ */ byLocale((locale) => percentFormat(locale, 0))
const tenths = /* @__PURE__ */ byLocale((locale) => percentFormat(locale, 1))

/** A share as `locale` writes a percentage: `12%`, `1.5%`, never `0%` for something nor `100%` for less than all. */
export function formatShare(share: number, locale: string): string {
  if (share > 0 && share < 0.001) return `< ${tenths(locale).format(0.001)}`
  if (share >= 0.99 && share < 1) return tenths(locale).format(Math.floor(share * 1_000) / 1_000)
  return (share < 0.1 ? tenths : whole)(locale).format(share)
}

function percentFormat(locale: string, maximumFractionDigits: number): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits })
}
