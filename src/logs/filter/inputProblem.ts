import type { InputIssue } from '../../errors/InvalidQueryError.ts'
import { inputSentences } from './inputSentences.ts'

/** A problem without the path of its field. */
export type InputProblem = Omit<InputIssue, 'path'>

type Sentences = Readonly<Record<string, (...values: string[]) => string>>

/** Creates problems in English, with their kind and values for translation. */
export function problemsOf<sentences extends Sentences>(sentences: sentences) {
  return <kind extends keyof sentences & string>(
    kind: kind,
    ...values: Parameters<sentences[kind]>
  ): InputProblem => ({ message: sentences[kind]!(...values), kind, values })
}

/** A problem of a query. */
export const inputProblem = /* @__PURE__ */ problemsOf(inputSentences)

const maxLength = 40

/** A value for messages in any language: as code and cut short; lists and objects without their contents. */
export function formatInput(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > maxLength ? `${value.slice(0, maxLength)}…` : value)
  if (typeof value === 'bigint') return `${value}n`
  if (value === null || typeof value !== 'object') return String(value)
  return Array.isArray(value) ? '[…]' : '{…}'
}
