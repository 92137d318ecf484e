/** Why blocks could not be read, for texts that name the blocks themselves: the cause of an `UnreadBlocksError`, or any other error. */
export function reasonOf(error: Error): Error {
  // Compares names, because components do not load the classes.
  return error.name === 'UnreadBlocksError' && error.cause instanceof Error ? error.cause : error
}
