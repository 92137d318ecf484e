import * as z from 'zod/mini'
import type { Hash, Hex } from 'viem'

const quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{1,16}$/i)),
  z.transform((text) => BigInt(text)),
)
const hash = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{64}$/i)),
  z.transform((text) => text.toLowerCase() as Hash),
)
const bloom = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{512}$/i)),
  z.transform((text) => text.toLowerCase() as Hex),
)

/** The fields of a block header that reading logs needs; numbers as `bigint`. */
export const blockHeader = z.object({
  number: quantity,
  hash,
  parentHash: hash,
  timestamp: quantity,
  logsBloom: z.optional(bloom),
  gasUsed: z.optional(quantity),
})

export type BlockHeader = z.infer<typeof blockHeader>
