import { formatInput, inputProblem, type InputProblem } from './inputProblem.ts'

/** The longest delay that timers accept, in milliseconds: longer ones fire at once. */
const maxDelay = 2 ** 31 - 1

/** What is wrong with the milliseconds between two polls; `undefined` if they are valid, or the default. */
export function pollingProblem(pollingInterval = 1): InputProblem | undefined {
  return pollingInterval >= 1 && pollingInterval <= maxDelay
    ? undefined
    : inputProblem('interval', formatInput(pollingInterval))
}
