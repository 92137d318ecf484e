import { BaseError } from './BaseError.ts'
import type { InputIssue } from './InvalidQueryError.ts'

/** An attribute of `<log-explorer>` is invalid. Thrown before any request. */
export class InvalidAttributeError extends BaseError {
  override name = 'InvalidAttributeError'
  /** What is wrong. `path` is the name of the attribute. */
  readonly issue: InputIssue

  constructor(issue: InputIssue) {
    super(`The attribute ${issue.path} is invalid. ${issue.message}`)
    this.issue = issue
  }
}
