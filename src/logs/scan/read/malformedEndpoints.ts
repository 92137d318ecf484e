import type { Pool } from '../../../rpc/Pool.ts'
import { EndpointCooldown } from '../../../rpc/endpoint/EndpointCooldown.ts'

/** Milliseconds for which an endpoint that sent malformed logs is used only when no other endpoint can answer. */
export const malformedCooldown = 600_000

const cooldowns = new WeakMap<object, EndpointCooldown>()

/** Endpoints of a pool that recently sent malformed logs. */
export function malformedEndpoints({ budget, clock }: Pool): EndpointCooldown {
  // Views of a pool are distinct objects that share its budget.
  let cooldown = cooldowns.get(budget)
  if (!cooldown) cooldowns.set(budget, (cooldown = new EndpointCooldown(clock)))
  return cooldown
}
