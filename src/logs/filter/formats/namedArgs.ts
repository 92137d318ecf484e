import type { AbiEvent } from 'viem'
import type { LogQuery } from '../LogQuery.ts'

/**
 * The values of an event's indexed arguments, in order, as `args` of a query: by name if every name is unique and
 * harmless, else by position; `undefined` without values.
 */
export function namedArgs(event: AbiEvent, values: readonly (readonly unknown[])[]): LogQuery['args'] {
  if (values.every((anyOf) => anyOf.length === 0)) return undefined
  const names = event.inputs.filter((input) => input.indexed).map((input) => input.name ?? '')
  const byName = names.every((name) => name && name !== '__proto__') && new Set(names).size === names.length
  const one = (anyOf: readonly unknown[]) =>
    anyOf.length === 0 ? null : anyOf.length === 1 ? anyOf[0] : anyOf
  if (!byName) return values.map(one)
  return Object.fromEntries(
    names.flatMap((name, at) => (values[at]?.length ? [[name, one(values[at])]] : [])),
  )
}
