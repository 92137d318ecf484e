const sending =
  /^(?:eth_send|wallet_|personal_|eth_sign|eth_requestAccounts|eth_getFilterChanges$|.*_send(?:Raw)?Transaction|.*_sendBundle)/

/**
 * Whether a call must not be repeated when nobody knows if it was carried out: it sends, signs or asks the user, or
 * (a filter's changes) its answer is given only once.
 */
export function isOnce(method: string): boolean {
  return sending.test(method)
}
