/** Unwraps an `UnreadBlocksError` where the blocks are named already; returns any other error unchanged. */
export function reasonOf(error: Error): Error {
  // Compares names, because components do not load the classes.
  return error.name === 'UnreadBlocksError' && error.cause instanceof Error ? error.cause : error
}
