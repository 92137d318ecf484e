import type { InputProblem } from '../inputProblem.ts'
import { textSentences } from './textSentences.ts'

type Sentences = typeof textSentences

/** A mistake in a link, a request or an attribute in English, with what it takes to say it in another language. */
export function textProblem<kind extends keyof Sentences>(
  kind: kind,
  ...values: Parameters<Sentences[kind]>
): InputProblem {
  const sentence: (...values: string[]) => string = textSentences[kind]
  return { message: sentence(...values), kind, values }
}
