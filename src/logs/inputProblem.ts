import type { InputIssue } from '../errors.ts'
import { inputSentences } from './inputSentences.ts'
import type { InputProblemKind } from './inputSentences.ts'

/** A mistake, wherever it stands. */
export type InputProblem = Omit<InputIssue, 'path'>

/** A mistake in English, with what it takes to say it in another language. */
export function inputProblem<kind extends InputProblemKind>(
  kind: kind,
  ...values: Parameters<(typeof inputSentences)[kind]>
): InputProblem {
  const sentence: (...values: string[]) => string = inputSentences[kind]
  return { message: sentence(...values), kind, values }
}
