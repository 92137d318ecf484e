/** The reply's id, looked for only where it stands outside the result: before it, or behind it. */
export function scanId(bytes: Uint8Array): number | undefined {
  const decoder = new TextDecoder()
  const head = decoder.decode(bytes.subarray(0, 256))
  const before = /^\s*\{(?:\s*"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*"?(\d{1,15})"?\s*,/.exec(head)
  if (before) return Number(before[1])
  const tail = decoder.decode(bytes.subarray(-256))
  const behind = /[\]}"]\s*,\s*"id"\s*:\s*"?(\d{1,15})"?\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(
    tail,
  )
  return behind ? Number(behind[1]) : undefined
}
