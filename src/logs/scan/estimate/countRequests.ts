import { ChunkSizer } from '../chunks/ChunkSizer.ts'
import type { ScanPlan } from './ScanPlan.ts'

/** Limits of nodes; `undefined` if there is none, or none is known. */
export interface NodeLimits {
  readonly blockRange?: number | undefined
  readonly results?: number | undefined
  /** Whether calls count against a quota. */
  readonly isRationed?: boolean | undefined
}

/**
 * Simulates how many `eth_getLogs` calls a scan of a plan makes at `logsPerBlock` logs per block, if it begins with the limits
 * `known` and the nodes have the limits `actual`. Uses the scan's own chunk sizer, and sends nothing.
 */
export function countRequests(
  { parts, limit = Number.POSITIVE_INFINITY }: ScanPlan,
  logsPerBlock: number,
  known: NodeLimits,
  actual: NodeLimits = known,
): number {
  const { blockRange = Number.POSITIVE_INFINITY, results = Number.POSITIVE_INFINITY } = actual
  const missing = parts.reduce((sum, { blocks, logs }) => (logs === undefined ? sum + blocks : sum), 0)
  const sizer = new ChunkSizer({ blocks: BigInt(missing), ...known })
  let wanted = limit
  let requests = 0
  let at = 0n
  for (const { blocks, logs } of parts) {
    if (wanted <= 0) break
    if (logs !== undefined) {
      wanted -= logs
      continue
    }
    const last = at + BigInt(blocks) - 1n
    while (at <= last && wanted > 0) {
      const size = Number(sizer.sizeOf({ from: at, to: last }))
      const chunk = { from: at, to: at + BigInt(size) - 1n }
      const found = size * logsPerBlock
      requests++
      if (size > blockRange) sizer.tooWide(BigInt(size), blockRange)
      else if (found > results && size > 1) sizer.tooMany(chunk, results, undefined)
      else {
        sizer.succeeded(chunk, found)
        at += BigInt(size)
        wanted -= found
        // Once the size no longer changes, the rest is divided by it.
        if (Number(sizer.sizeOf({ from: at, to: last })) !== size) continue
        const rest = Number(last - at) + 1
        const same = Math.max(0, Math.min(Math.floor(rest / size), Math.ceil(wanted / found)))
        requests += same
        at += BigInt(same * size)
        wanted -= same * found
      }
    }
    at = last + 1n
  }
  return requests
}
