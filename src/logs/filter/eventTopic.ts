import { toEventHash } from 'viem'
import type { AbiEvent, Hash } from 'viem'

/** The hash of an event's signature. Names of arguments are no part of it, and must not disturb it, however strange. */
export function eventTopic(event: AbiEvent): Hash {
  return toEventHash({ ...event, inputs: event.inputs.map((input) => ({ ...input, name: '' })) })
}
