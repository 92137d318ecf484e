import type { InputIssue } from './InvalidQueryError.ts'
import { BaseError } from './BaseError.ts'

/** An attribute of an element that makes no sense. Nothing was sent. */
export class InvalidAttributeError extends BaseError {
  override name = 'InvalidAttributeError'
  /** What is wrong; its path is the name of the attribute. */
  readonly issue: InputIssue

  constructor(issue: InputIssue) {
    super(`The attribute ${issue.path} is invalid. ${issue.message}`)
    this.issue = issue
  }
}
