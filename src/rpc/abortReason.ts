/** What a call that was given up rejects with: always an error, whatever the signal was given. */
export function abortReason(signal: AbortSignal): unknown {
  return signal.reason instanceof Error || signal.reason instanceof DOMException
    ? signal.reason
    : new DOMException('The call was given up.', 'AbortError')
}
