import type { Pool } from '../../../rpc/Pool.ts'
import { EndpointCooldown } from '../../../rpc/endpoint/EndpointCooldown.ts'

/** Milliseconds for which an endpoint that sent malformed logs is asked for others only when nobody else can answer. */
export const avoidFor = 600_000

const known = new WeakMap<object, EndpointCooldown>()

/** Endpoints of a pool that have sent malformed logs lately. */
export function malformedEndpoints({ budget, clock }: Pool): EndpointCooldown {
  // Views of a pool are objects of their own, and share its budget.
  let senders = known.get(budget)
  if (!senders) known.set(budget, (senders = new EndpointCooldown(clock)))
  return senders
}
