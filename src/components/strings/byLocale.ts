/** Caches a formatter per locale: creating one takes longer than rendering a screen of rows. */
export function byLocale<formatter>(create: (locale: string) => formatter): (locale: string) => formatter {
  const known = new Map<string, formatter>()
  return (locale) => {
    let format = known.get(locale)
    if (format === undefined) known.set(locale, (format = create(locale)))
    return format
  }
}
