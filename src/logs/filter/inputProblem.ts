import type { InputIssue } from '../../errors/InvalidQueryError.ts'
import { inputSentences } from './inputSentences.ts'

/** A problem without the path of its field. */
export type InputProblem = Omit<InputIssue, 'path'>

type Sentences = typeof inputSentences

/** A problem of a query, in English, with its kind and values for translation. */
export function inputProblem<kind extends keyof Sentences>(
  kind: kind,
  ...values: Parameters<Sentences[kind]>
): InputProblem {
  const sentence: (...values: string[]) => string = inputSentences[kind]
  return { message: sentence(...values), kind, values }
}

const maxLength = 40

/** A value for messages in any language: as code and cut short; lists and objects without their contents. */
export function formatInput(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > maxLength ? `${value.slice(0, maxLength)}…` : value)
  if (typeof value === 'bigint') return `${value}n`
  if (value === null || typeof value !== 'object') return String(value)
  return Array.isArray(value) ? '[…]' : '{…}'
}
