import type { Expected } from '../../logs/scan/estimate/ScanEstimate.ts'
import { byLocale } from '../strings/byLocale.ts'

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Seconds in the unit that fits, as `locale` writes it: `45 sec`, `3 min`, `3–8 min`. Rounded, and at least one second. */
export function formatDuration(seconds: number | Expected, locale: string): string {
  if (typeof seconds === 'number') return write(inUnit(seconds), locale)
  const [low, high] = [inUnit(seconds.low), inUnit(seconds.high)]
  const [least, most] = [write(low, locale), write(high, locale)]
  if (least === most) return most
  return low.unit === high.unit
    ? format(low.unit, locale).formatRange(low.value, high.value)
    : `${least}–${most}`
}

interface Duration {
  readonly unit: string
  readonly value: number
}

function inUnit(seconds: number): Duration {
  const whole = Math.max(1, Math.round(seconds))
  // The largest unit with a count of at least two: "90 sec" says more than "2 min".
  const [unit, length] = units.find(([, size]) => whole >= size * 2 || size === 1) ?? units[3]
  return { unit, value: Math.round(whole / length) }
}

function write({ unit, value }: Duration, locale: string): string {
  return format(unit, locale).format(value)
}

function format(unit: string, locale: string): Intl.NumberFormat {
  return formats(locale).get(unit)!
}

const formats = /* @__PURE__ */ byLocale(
  (locale) =>
    new Map<string, Intl.NumberFormat>(
      units.map(([unit]) => [
        unit,
        new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }),
      ]),
    ),
)
