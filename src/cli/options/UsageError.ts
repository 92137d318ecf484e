/** The command line is wrong: exit code 1. */
export class UsageError extends Error {
  override name = 'UsageError'
}
