import { InvalidQueryError, QueryNotReadyError } from '../../errors/errors.ts'
import type { InputIssue } from '../../errors/errors.ts'
import { inputProblem } from './inputProblem.ts'
import type { InputProblem } from './inputProblem.ts'

/** Everything wrong with a query that is being parsed, each with the path to its field. */
export class QueryProblems {
  readonly #issues: InputIssue[] = []
  readonly #notReady: InputIssue[] = []

  add(path: string, problem: InputProblem): void {
    this.#issues.push({ path, ...problem })
  }

  /** The caller does not know this yet: `undefined` under a key that is there. */
  notReady(path: string): void {
    this.#notReady.push({ path, ...inputProblem('not-ready') })
  }

  /** What is wrong stays wrong, whatever is known later, so it is said first. */
  toError(): InvalidQueryError | undefined {
    if (this.#issues.length > 0) return new InvalidQueryError(this.#issues)
    return this.#notReady.length > 0 ? new QueryNotReadyError(this.#notReady) : undefined
  }
}
