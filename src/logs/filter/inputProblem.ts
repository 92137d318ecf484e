import type { InputIssue } from '../../errors/errors.ts'
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
