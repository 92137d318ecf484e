/**
 * Caches a formatter per locale: creating one takes longer than rendering a screen of rows. Digits are Latin in every language, as in
 * hex, times and what users type.
 */
export function byLocale<formatter>(create: (locale: string) => formatter): (locale: string) => formatter {
  const known = new Map<string, formatter>()
  return (locale) => {
    let format = known.get(locale)
    if (format === undefined) known.set(locale, (format = create(withLatinDigits(locale))))
    return format
  }
}

function withLatinDigits(locale: string): string {
  return new Intl.Locale(locale, { numberingSystem: 'latn' }).toString()
}
