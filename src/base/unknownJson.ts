/** Whether a value of unknown origin is an object, and not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The `length` of a value of unknown origin: how many logs it has, as a list or packed. */
export function lengthOf(value: unknown): number | undefined {
  const length = typeof value === 'object' && value !== null && 'length' in value ? value.length : undefined
  return typeof length === 'number' ? length : undefined
}

/** The value of JSON of unknown origin; `undefined`, which no JSON has, if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A list of unknown origin; empty for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
