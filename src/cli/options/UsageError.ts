/** The command line is wrong: exit code 1. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The range begins in the future, as that of blocks that do not exist yet: exit code 2. */
export class NoBlockYetError extends Error {
  override name = 'NoBlockYetError'
}
