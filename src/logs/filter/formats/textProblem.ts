import type { InputProblem } from '../inputProblem.ts'
import { textSentences } from './textSentences.ts'

type Sentences = typeof textSentences

/** A problem of a link, a request, an attribute or a condition, in English, with its kind and values for translation. */
export function textProblem<kind extends keyof Sentences>(
  kind: kind,
  ...values: Parameters<Sentences[kind]>
): InputProblem {
  const sentence: (...values: string[]) => string = textSentences[kind]
  return { message: sentence(...values), kind, values }
}
