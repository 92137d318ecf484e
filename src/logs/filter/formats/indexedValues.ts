import type { AbiEvent } from 'viem'
import type { LogQuery } from '../LogQuery.ts'

/** The requested values of each indexed argument, in order: a list, empty for anything. */
export function indexedValues(event: AbiEvent, args: LogQuery['args']): readonly (readonly unknown[])[] {
  return event.inputs
    .filter((input) => input.indexed)
    .map((input, position) => {
      const value: unknown = Array.isArray(args)
        ? args[position]
        : args && input.name && Object.hasOwn(args, input.name)
          ? (args as Record<string, unknown>)[input.name]
          : undefined
      return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]
    })
}
