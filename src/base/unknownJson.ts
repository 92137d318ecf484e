/** Whether a value of unknown origin is an object, and not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The `length` of a value of unknown origin: the number of its logs, as a list or packed. */
export function lengthOf(value: unknown): number | undefined {
  const length = typeof value === 'object' && value !== null && 'length' in value ? value.length : undefined
  return typeof length === 'number' ? length : undefined
}

/** Parses JSON of unknown origin; `undefined` if it is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a value of unknown origin is a whole number, 0 or more. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** A list of unknown origin; empty for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
