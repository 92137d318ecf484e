import { encodeAbiParameters, keccak256, toBytes } from 'viem'
import type { AbiEvent, AbiParameter, Hex } from 'viem'
import { inputProblem, formatInput } from './inputProblem.ts'
import type { InputProblem } from './inputProblem.ts'
import type { LogQuery } from './LogQuery.ts'
import { parseAddress } from './parseAddress.ts'
import type { QueryProblems } from './QueryProblems.ts'

/**
 * Encodes indexed arguments as topics, after the event's own. Omits trailing positions without a value, because the
 * event's shape already determines the number of topics.
 */
export function parseArgs(
  event: AbiEvent,
  args: NonNullable<LogQuery['args']>,
  problems: QueryProblems,
): readonly (readonly Hex[] | null)[] {
  const indexed = event.inputs.filter((input) => input.indexed)
  const wanted = Array.isArray(args)
    ? positional(event, indexed, args, problems)
    : named(event, indexed, args, problems)
  const topics = wanted.map(({ input, path, value }) => {
    if (value === null) return null
    if (value === undefined) {
      problems.notReady(path)
      return null
    }
    const isHashed = /\[\d*\]$/.test(input.type) || input.type.startsWith('tuple')
    if (isHashed) {
      problems.add(path, inputProblem('arg-hash-only', input.type))
      return null
    }
    const anyOf: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (anyOf.length === 0) problems.add(path, inputProblem('list-empty'))
    return Array.from(anyOf).flatMap((one, index) => {
      const valuePath = Array.isArray(value) ? `${path}[${index}]` : path
      if (one === undefined) {
        problems.notReady(valuePath)
        return []
      }
      const encoded = encode(input, one)
      if ('topic' in encoded) return [encoded.topic]
      problems.add(valuePath, encoded.problem)
      return []
    })
  })
  while (topics.length > 0 && topics.at(-1) === null) topics.pop()
  return topics
}

interface Wanted {
  input: AbiParameter
  path: string
  value: unknown
}

function named(
  event: AbiEvent,
  indexed: readonly AbiParameter[],
  args: object,
  problems: QueryProblems,
): Wanted[] {
  for (const name of Object.keys(args)) {
    if (indexed.some((input) => input.name === name)) continue
    const unindexed = event.inputs.some((input) => input.name === name)
    const others = indexed.flatMap((input) => input.name || [])
    const problem = unindexed
      ? inputProblem('arg-not-indexed', name, event.name)
      : others.length > 0
        ? inputProblem('arg-unknown-of', name, event.name, others.join(', '))
        : inputProblem('arg-unknown', name, event.name)
    problems.add(`args.${name}`, problem)
  }
  return indexed.map((input) => ({
    input,
    path: `args.${input.name}`,
    value:
      input.name && Object.hasOwn(args, input.name) ? (args as Record<string, unknown>)[input.name] : null,
  }))
}

function positional(
  event: AbiEvent,
  indexed: readonly AbiParameter[],
  args: readonly unknown[],
  problems: QueryProblems,
): Wanted[] {
  if (args.length > indexed.length)
    problems.add(
      `args[${indexed.length}]`,
      inputProblem('args-many', event.name, `${indexed.length}`, `${args.length}`),
    )
  return indexed.map((input, index) => ({
    input,
    path: `args[${index}]`,
    value: index < args.length ? args[index] : null,
  }))
}

/** Encodes one value as a topic: dynamic types by their hash. */
function encode(input: AbiParameter, value: unknown): { topic: Hex } | { problem: InputProblem } {
  const { type } = input
  if (type === 'string' || type === 'bytes') {
    if (typeof value !== 'string') return { problem: inputProblem('arg-text', type) }
    if (type === 'bytes' && !/^0x([0-9a-f]{2})*$/i.test(value)) return { problem: inputProblem('arg-bytes') }
    return { topic: keccak256(type === 'bytes' ? (value as Hex) : toBytes(value)) }
  }
  if (type === 'address') {
    const parsed = parseAddress(value)
    if ('problem' in parsed) return parsed
    return { topic: `0x${parsed.address.slice(2).padStart(64, '0')}` }
  }
  if (type === 'bool' && typeof value !== 'boolean') return { problem: inputProblem('arg-bool') }
  if (/^u?int/.test(type)) {
    const whole = typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))
    if (!whole) return { problem: inputProblem('arg-number', type) }
    value = BigInt(value as bigint | number)
  }
  try {
    return { topic: encodeAbiParameters([input], [value]).toLowerCase() as Hex }
  } catch {
    // Out of range or of the wrong length.
    return { problem: inputProblem('arg-value', type, formatInput(value)) }
  }
}
