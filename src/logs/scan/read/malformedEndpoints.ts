import { EndpointCooldown } from '../../../rpc/endpoint/EndpointCooldown.ts'
import { perPool } from '../../../rpc/perPool.ts'
import type { Pool } from '../../../rpc/Pool.ts'

/** Milliseconds for which an endpoint that sent malformed logs is used only when no other endpoint can answer. */
export const malformedCooldown = 600_000

/** Endpoints of a pool that recently sent malformed logs. */
export const malformedEndpoints: (pool: Pool) => EndpointCooldown = /* @__PURE__ */ perPool(
  ({ clock }) => new EndpointCooldown(clock),
)
