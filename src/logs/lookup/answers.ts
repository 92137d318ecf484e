import type { AbiEvent } from 'viem'
import * as z from 'zod/mini'
import { isEvent } from '../filter/isEvent.ts'

// Parses answers of lookup services with zod. Load it with `lazyAnswers`, so that zod stays out of other chunks.

const signatureAnswer = z.object({ result: z.object({ event: z.record(z.string(), z.unknown()) }) })
const signatures = z.nullish(z.array(z.unknown()))
const signature = z.object({ name: z.string() })
const abiAnswer = z.object({ result: z.nullable(z.string()) })
const abi = z.array(z.unknown())

/** The signatures of a topic: `{ result: { event: { [topic]: [{ name }] | null } } }`. `undefined` for another answer. */
export function parseSignatures(answer: unknown, topic: string): readonly string[] | undefined {
  const { data } = signatureAnswer.safeParse(answer)
  if (!data) return undefined
  const { event } = data.result
  const found = signatures.safeParse(event[topic] ?? event[topic.toLowerCase()])
  if (!found.success) return undefined
  return (found.data ?? []).flatMap((one) => signature.safeParse(one).data?.name ?? [])
}

/**
 * The events of an ABI, which the answer has as JSON text; none if the contract is not verified. `undefined` for another
 * answer, such as that a limit is reached.
 */
export function parseAbiEvents(answer: unknown): readonly AbiEvent[] | undefined {
  const { data } = abiAnswer.safeParse(answer)
  if (!data) return undefined
  const { result } = data
  if (!result || /not verified/i.test(result)) return []
  try {
    return (abi.safeParse(JSON.parse(result)).data ?? []).filter(isEvent)
  } catch {
    return undefined
  }
}
