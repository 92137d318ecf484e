import type { AbiEvent } from 'viem'
import { eventKey } from '../filter/LogQuery.ts'
import { createDecoder, type Decoder } from './createDecoder.ts'

/** Decoders by their events, the most recently used last. */
const decoders = new Map<string, Decoder>()
const maxDecoders = 50

/** The shared decoder of some events. The same events give the same decoder, and so the same row objects. */
export function findDecoder(
  events: readonly AbiEvent[],
  known: readonly AbiEvent[],
  strict: boolean,
): Decoder {
  const key = `${strict}|${events.map(eventKey).join()}|${known.map(eventKey).join()}`
  const decoder = decoders.get(key) ?? createDecoder(events, { strict, known })
  decoders.delete(key)
  decoders.set(key, decoder)
  const [oldest] = decoders.keys()
  if (decoders.size > maxDecoders && oldest !== undefined) decoders.delete(oldest)
  return decoder
}
