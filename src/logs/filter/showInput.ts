const mostLetters = 40

/** What was found in place of what is expected, short, in no language: as code says it, lists and objects without what they hold. */
export function showInput(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > mostLetters ? `${value.slice(0, mostLetters)}…` : value)
  if (typeof value === 'bigint') return `${value}n`
  if (value === null || typeof value !== 'object') return String(value)
  return Array.isArray(value) ? '[…]' : '{…}'
}
