import { toEventHash } from 'viem'
import type { AbiEvent, Hash } from 'viem'

/** The hash of an event's signature. Drops argument names, which are not part of it and could break the hashing. */
export function eventTopic(event: AbiEvent): Hash {
  return toEventHash({ ...event, inputs: event.inputs.map((input) => ({ ...input, name: '' })) })
}
