import * as z from 'zod/mini'

const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/i))
const word = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i))
const block = z.union([
  z.string().check(z.regex(/^0x(?:0|[1-9a-f][0-9a-f]{0,15})$/i)),
  z.enum(['earliest', 'latest', 'safe', 'finalized', 'pending']),
])
const addresses = z.optional(z.union([address, z.array(address)]))
const topics = z.optional(z.array(z.union([word, z.array(word), z.null()])).check(z.maxLength(4)))

/** The parameter of `eth_getLogs` and `eth_newFilter`, as it goes over the wire: a block hash, or a range, never both. */
export const rpcFilter = z.union([
  z.strictObject({ address: addresses, topics, blockHash: word }),
  z.strictObject({ address: addresses, topics, fromBlock: z.optional(block), toBlock: z.optional(block) }),
])
