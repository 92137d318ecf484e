import { problemsOf } from '../inputProblem.ts'
import { textSentences } from './textSentences.ts'

/** A problem of a link, a request, an attribute or a condition. */
export const textProblem = /* @__PURE__ */ problemsOf(textSentences)
