/** Lets a request of a transaction fail by itself: the transaction as a whole says what went wrong. */
export function quietly(request: Promise<unknown>): void {
  request.catch(() => {
    // Said by the transaction.
  })
}
