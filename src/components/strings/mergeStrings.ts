/** Merges `replacements` into `strings`: nested texts one by one. `undefined` replaces nothing. */
export function mergeStrings<T extends object>(strings: T, replacements: object): T {
  const merged = { ...strings } as Record<string, unknown>
  for (const [key, value] of Object.entries(replacements)) {
    if (value === undefined) continue
    const current = merged[key]
    merged[key] = isNested(value) && isNested(current) ? { ...current, ...withoutUndefined(value) } : value
  }
  return merged as T
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, word]) => word !== undefined))
}
