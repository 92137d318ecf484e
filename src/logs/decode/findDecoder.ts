import type { AbiEvent } from 'viem'
import { createDecoder } from './createDecoder.ts'
import type { Decoder } from './createDecoder.ts'

/** Decoders by their events, the most recently used last. */
const decoders = new Map<string, Decoder>()
const maxDecoders = 50
const keys = new WeakMap<AbiEvent, string>()

/** The shared decoder of some events. The same events give the same decoder, and so the same row objects. */
export function findDecoder(
  events: readonly AbiEvent[],
  known: readonly AbiEvent[],
  strict: boolean,
): Decoder {
  const key = `${strict}|${events.map(keyOf).join()}|${known.map(keyOf).join()}`
  const decoder = decoders.get(key) ?? createDecoder(events, { strict, known })
  decoders.delete(key)
  decoders.set(key, decoder)
  const [oldest] = decoders.keys()
  if (decoders.size > maxDecoders && oldest !== undefined) decoders.delete(oldest)
  return decoder
}

function keyOf(event: AbiEvent): string {
  let key = keys.get(event)
  if (key === undefined) keys.set(event, (key = JSON.stringify(event)))
  return key
}
