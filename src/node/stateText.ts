const tag = '$type'

/** Writes a state as text: JSON, and tagged objects for what JSON would lose. */
export function toStateText(state: unknown): string {
  return JSON.stringify(state, function (this: Record<string, unknown>, key, value: unknown) {
    if (typeof value === 'bigint') return { [tag]: 'bigint', value: value.toString() }
    if (value instanceof Map) return { [tag]: 'map', value: [...(value as Map<unknown, unknown>)] }
    if (value instanceof Set) return { [tag]: 'set', value: [...(value as Set<unknown>)] }
    if (value === undefined) return { [tag]: 'undefined' }
    if (typeof value === 'number' && !Number.isFinite(value))
      return { [tag]: 'number', value: value.toString() }
    const date = this[key]
    return date instanceof Date ? { [tag]: 'date', value: date.getTime() } : value
  })
}

/** Reads a state from text that {@link toStateText} has written. */
export function fromStateText(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, tag)) return value
    const { [tag]: type, value: content } = value as { [tag]: unknown; value?: unknown }
    if (type === 'bigint') return BigInt(content as string)
    if (type === 'map') return new Map(content as [unknown, unknown][])
    if (type === 'set') return new Set(content as unknown[])
    if (type === 'undefined') return undefined
    if (type === 'number') return Number(content)
    if (type === 'date') return new Date(content as number)
    return value
  })
}
