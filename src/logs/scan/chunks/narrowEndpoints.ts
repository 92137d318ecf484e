import type { EndpointStatus } from '../../../rpc/Pool.ts'
import { logEndpoints } from './logEndpoints.ts'

export interface NarrowEndpoints {
  readonly names: readonly string[]
  /** Most blocks that one of them takes. */
  readonly widest: number
}

/** The endpoints that do not take so many blocks in one call, where others may. */
export function narrowEndpoints(endpoints: readonly EndpointStatus[], width: bigint): NarrowEndpoints {
  const able = logEndpoints(endpoints)
  const limits = able.flatMap(({ name, limits: { blockRange } }) =>
    blockRange !== undefined && blockRange < width ? [{ name, blockRange }] : [],
  )
  if (limits.length === able.length) return { names: [], widest: 0 }
  const widest = Math.max(0, ...limits.map(({ blockRange }) => blockRange))
  return { names: limits.map(({ name }) => name), widest }
}
