import type { AbiEvent } from 'viem'
import * as z from 'zod/mini'
import { isEvent } from '../filter/formats/isEvent.ts'

// Parses answers of lookup services with zod. Load it with `lazyAnswers`, so that zod stays out of other chunks.

const signatureAnswer = z.object({ result: z.object({ event: z.record(z.string(), z.unknown()) }) })
const signatures = z.nullish(z.array(z.unknown()))
const signature = z.object({ name: z.string() })
const abiAnswer = z.object({ result: z.unknown() })
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

/** The events of an ABI, which the answer has as JSON text. Other text says that the contract is not verified. */
export function parseAbiEvents(answer: unknown): readonly AbiEvent[] | undefined {
  const { data } = abiAnswer.safeParse(answer)
  if (!data || !Object.hasOwn(answer as object, 'result')) return undefined
  try {
    return (abi.safeParse(JSON.parse(z.string().parse(data.result))).data ?? []).filter(isEvent)
  } catch {
    return []
  }
}
