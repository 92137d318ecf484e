import type { InputIssue } from '../../errors/InvalidQueryError.ts'
import { inputSentences } from './inputSentences.ts'

/** A mistake, wherever it stands. */
export type InputProblem = Omit<InputIssue, 'path'>

type Sentences = typeof inputSentences

/** A mistake in a query in English, with what it takes to say it in another language. */
export function inputProblem<kind extends keyof Sentences>(
  kind: kind,
  ...values: Parameters<Sentences[kind]>
): InputProblem {
  const sentence: (...values: string[]) => string = inputSentences[kind]
  return { message: sentence(...values), kind, values }
}

const mostLetters = 40

/** What was found in place of what is expected, short, in no language: as code says it, lists and objects without what they hold. */
export function formatInput(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > mostLetters ? `${value.slice(0, mostLetters)}…` : value)
  if (typeof value === 'bigint') return `${value}n`
  if (value === null || typeof value !== 'object') return String(value)
  return Array.isArray(value) ? '[…]' : '{…}'
}
