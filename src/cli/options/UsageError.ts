/** The command line is wrong: exit code 1. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The range begins in the future: exit code 2, as for blocks that do not exist yet. */
export class NoBlockYetError extends Error {
  override name = 'NoBlockYetError'
}
