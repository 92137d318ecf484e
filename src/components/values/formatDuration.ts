import { byLocale } from '../strings/byLocale.ts'

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Seconds in the unit that fits, as `locale` writes it: `45 sec`, `3 min`. Rounded, and at least one second. */
export function formatDuration(seconds: number, locale: string): string {
  const { unit, value } = inUnit(seconds)
  return durationFormats(locale)[unit]!.format(value)
}

/** `unit` is an index of `durationFormats`. */
export function inUnit(seconds: number): { unit: number; value: number } {
  const whole = Math.max(1, Math.round(seconds))
  // The largest unit with a count of at least two: "90 sec" says more than "2 min".
  const unit = units.findIndex(([, size]) => whole >= size * 2 || size === 1)
  return { unit, value: Math.round(whole / units[unit]![1]) }
}

export const durationFormats = /* @__PURE__ */ byLocale((locale) =>
  units.map(([unit]) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' })),
)
