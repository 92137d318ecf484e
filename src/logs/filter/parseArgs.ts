import { encodeAbiParameters, keccak256, toBytes, type AbiEvent, type AbiParameter, type Hex } from 'viem'
import { inputProblem, formatInput, type InputProblem } from './inputProblem.ts'
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
    if (Array.isArray(value) && value.length === 0) problems.add(path, inputProblem('list-empty'))
    return problems.parseEach(path, value, (one) => encode(input, one))
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
function encode(input: AbiParameter, value: unknown): Hex | InputProblem {
  const { type } = input
  if (type.startsWith('bytes') || type === 'string') {
    if (typeof value !== 'string') return inputProblem('arg-text', type)
    if (type === 'string') return keccak256(toBytes(value))
    if (!/^0x([0-9a-f]{2})*$/i.test(value)) return inputProblem('arg-bytes')
    // viem would hash a value that begins with 0X as text.
    value = value.toLowerCase()
    if (type === 'bytes') return keccak256(value as Hex)
  }
  if (type === 'address') {
    const parsed = parseAddress(value)
    return 'problem' in parsed ? parsed.problem : `0x${parsed.address.slice(2).padStart(64, '0')}`
  }
  if (type === 'bool' && typeof value !== 'boolean') return inputProblem('arg-bool')
  if (/^u?int/.test(type)) {
    const whole = typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))
    if (!whole) return inputProblem('arg-number', type)
    value = BigInt(value as bigint | number)
  }
  try {
    return encodeAbiParameters([input], [value]).toLowerCase() as Hex
  } catch {
    // Out of range or of the wrong length.
    return inputProblem('arg-value', type, formatInput(value))
  }
}
