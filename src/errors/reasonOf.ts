/** The reason, for texts that already name the blocks: the cause of an `UnreadBlocksError`, otherwise the error itself. */
export function reasonOf(error: Error): Error {
  // Compares names, because components do not load the classes.
  return error.name === 'UnreadBlocksError' && error.cause instanceof Error ? error.cause : error
}
