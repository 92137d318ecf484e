import { InvalidQueryError } from '../../../src/errors/InvalidQueryError.ts'

/** The issues of the `InvalidQueryError` that `read` throws, as `path: message`; none if it throws nothing. */
export function issuesOf(read: () => unknown): readonly string[] {
  try {
    read()
  } catch (error) {
    if (error instanceof InvalidQueryError)
      return error.issues.map(({ path, message }) => `${path}: ${message}`)
    throw error
  }
  return []
}
