import type { NodeErrorKind } from '../../errors/NodeError.ts'

export interface ErrorText {
  /** What happened, after the endpoint's name. */
  readonly what: string
  /** What to do. */
  readonly advice: string
}

/** One plain sentence per kind. `what` continues the endpoint's name, and `{method}` is the call. */
export const textByKind: Readonly<Record<NodeErrorKind, ErrorText>> = {
  'range-too-wide': {
    what: 'does not read that many blocks in one {method}',
    advice: 'Ask for fewer blocks at a time.',
  },
  'too-many-results': {
    what: 'found more logs than it returns in one {method}',
    advice: 'Ask for fewer blocks, addresses or topics at a time.',
  },
  'response-too-large': {
    what: 'has an answer to {method} that is too large',
    advice: 'Ask for fewer blocks, addresses or topics at a time.',
  },
  timeout: {
    what: 'did not answer {method} in time',
    advice: 'Ask for less at a time, or try again.',
  },
  'rate-limited': {
    what: 'is asked too often',
    advice: 'Wait a moment, or add another endpoint.',
  },
  quota: {
    what: 'has no calls left in its quota',
    advice: 'Wait until the quota resets, or add another endpoint.',
  },
  unavailable: {
    what: 'does not offer {method}',
    advice: 'Use an endpoint, or a plan, that offers it.',
  },
  'wrong-network': {
    what: 'serves another network',
    advice: "Check the endpoint's URL, or the network it was given for.",
  },
  'filter-gone': {
    what: 'no longer knows this filter',
    advice: 'Create the filter again and read what was missed.',
  },
  'beyond-head': {
    what: 'does not have this block yet',
    advice: 'Ask again when its head has passed the block.',
  },
  pruned: {
    what: 'no longer keeps this part of the history',
    advice: 'Use an archive endpoint for these blocks.',
  },
  transient: {
    what: 'could not answer {method} just now',
    advice: 'Try again in a moment, or add another endpoint.',
  },
  malformed: {
    what: 'answered {method} with something that is no JSON-RPC reply',
    advice: 'Check that the URL is a JSON-RPC endpoint, or use another one.',
  },
  'invalid-input': {
    what: 'refused {method} as invalid',
    advice: 'Check the parameters of the call.',
  },
  fatal: {
    what: 'refused {method}',
    advice: 'See the details for the reason.',
  },
}

/** For what never got an answer. Only pages and workers are subject to CORS, and a browser does not tell them that it was that. */
export function unreachableText(): ErrorText {
  const isBrowser = 'document' in globalThis || 'WorkerGlobalScope' in globalThis
  return {
    what: isBrowser
      ? 'could not be reached, or does not answer pages of this site (CORS)'
      : 'could not be reached',
    advice: 'Check the connection and the URL, or use another endpoint.',
  }
}

/** For what leads elsewhere, which is never followed: keys would go along. */
export const redirectText: ErrorText = {
  what: 'redirects {method} elsewhere, and redirects are not followed',
  advice: 'Check the URL of the endpoint: write the one it redirects to, if you trust it.',
}

/** Sentences for the documented codes, used when the code decided and not the words. */
export const textByCode: ReadonlyMap<number, ErrorText> = new Map([
  [
    -32700,
    {
      what: 'could not read the request as JSON',
      advice: 'Check for a proxy that changes requests, and try again.',
    },
  ],
  [
    -32600,
    {
      what: 'does not accept {method} in this form',
      advice: 'Check the request, and what the plan of the endpoint allows.',
    },
  ],
  [-32601, { what: 'does not know the method {method}', advice: 'Use an endpoint that offers it.' }],
  [-32602, { what: 'found the parameters of {method} invalid', advice: 'Check the parameters of the call.' }],
  [
    -32603,
    {
      what: 'failed inside while answering {method}',
      advice: 'Try again in a moment, or use another endpoint.',
    },
  ],
  [-32000, { what: 'did not accept the input of {method}', advice: 'See the details for the reason.' }],
  [
    -32001,
    {
      what: 'did not find what {method} asked for',
      advice: 'Check the block, hash or filter that was named.',
    },
  ],
  [
    -32002,
    {
      what: 'cannot reach what {method} needs just now',
      advice: 'Try again in a moment, or use another endpoint.',
    },
  ],
  [
    -32003,
    {
      what: 'rejected the transaction',
      advice: 'See the details for the reason, and do not send it unchanged.',
    },
  ],
  [-32004, { what: 'does not support the method {method}', advice: 'Use an endpoint that offers it.' }],
  [-32005, { what: 'has reached its limit for requests', advice: 'Wait a moment, or add another endpoint.' }],
  [-32006, { what: 'does not speak version 2.0 of JSON-RPC', advice: 'Use another endpoint.' }],
])

/** Of every node of every network. */
const basic = /^eth_(?:chainId|blockNumber|getLogs|getBlockByNumber|getBalance|getCode|call)$/
/** Codes for a method, or whatever else it takes to answer it, that is not there. */
const missing: ReadonlySet<number | undefined> = new Set([-32601, -32001, -32004])

/** What to say where a node lacks a method that every node has: then it is hardly the method's fault. */
export function missingMethodText(method: string, code: number | undefined): ErrorText | undefined {
  if (!missing.has(code) || !basic.test(method)) return undefined
  return {
    what:
      code === -32001
        ? 'did not find what {method} needs, which every node has'
        : 'does not know the method {method}, which every node has',
    advice:
      'Check first whether its URL is of this network. If it is, check its path and its key, and whether its plan includes the method.',
  }
}
