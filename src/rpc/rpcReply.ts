import * as z from 'zod/mini'

/** The error of a JSON-RPC reply. Codes are integers in the standard; some nodes send strings. */
const rpcError = z.object({
  code: z.optional(z.union([z.number(), z.pipe(z.string(), z.transform(Number))])),
  message: z.optional(z.string()),
  data: z.optional(z.unknown()),
})

/** One JSON-RPC reply. `jsonrpc` is not required: some nodes leave it out of errors, and nothing depends on it. */
export const rpcReply = z.object({
  id: z.optional(z.union([z.number(), z.string(), z.null()])),
  result: z.optional(z.unknown()),
  error: z.optional(
    z.union([
      rpcError,
      z.pipe(
        z.string(),
        z.transform((message) => ({ message, code: undefined, data: undefined })),
      ),
      z.null(),
    ]),
  ),
})

export type RpcReply = z.infer<typeof rpcReply>
