import type { NodeErrorKind } from '../../errors/NodeError.ts'

export interface ErrorText {
  /** What happened, after the endpoint's name. */
  readonly what: string
  /** What to do. */
  readonly advice: string
}

/** The text of each kind of error. `what` follows the endpoint's name; `{method}` is replaced by the method. */
export const textByKind: Readonly<Record<NodeErrorKind, ErrorText>> = {
  'range-too-wide': {
    what: 'does not allow that many blocks in one {method}',
    advice: 'Request fewer blocks at a time.',
  },
  'too-many-results': {
    what: 'found more logs than it returns in one {method}',
    advice: 'Request fewer blocks, addresses or topics at a time.',
  },
  'response-too-large': {
    what: 'exceeds the maximum response size for {method}',
    advice: 'Request fewer blocks, addresses or topics at a time.',
  },
  timeout: {
    what: 'did not answer {method} in time',
    advice: 'Request less at a time, or try again.',
  },
  'rate-limited': {
    what: 'rate-limited the request',
    advice: 'Wait a moment, or add another endpoint.',
  },
  quota: {
    what: 'has no calls left in its quota',
    advice: 'Wait until the quota resets, or add another endpoint.',
  },
  unavailable: {
    what: 'does not offer {method}',
    advice: 'Use an endpoint or a plan that offers it.',
  },
  'wrong-network': {
    what: 'serves another network',
    advice: "Check the endpoint's URL, or the network it is configured for.",
  },
  'filter-gone': {
    what: 'no longer knows this filter',
    advice: 'Create the filter again, and read the blocks it has missed.',
  },
  'beyond-head': {
    what: 'does not have this block yet',
    advice: 'Try again when the endpoint has reached the block.',
  },
  pruned: {
    what: 'no longer has this part of the history',
    advice: 'Use an archive endpoint for these blocks.',
  },
  transient: {
    what: 'could not answer {method} at the moment',
    advice: 'Try again in a moment, or add another endpoint.',
  },
  malformed: {
    what: 'answered {method} with something that is not a JSON-RPC reply',
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

/** For a request without a response. In pages and workers, CORS may be the reason: browsers do not say. */
export function unreachableText(): ErrorText {
  const isBrowser = 'document' in globalThis || 'WorkerGlobalScope' in globalThis
  return {
    what: isBrowser
      ? 'could not be reached, or does not allow requests from this site (CORS)'
      : 'could not be reached',
    advice: 'Check the connection and the URL, or use another endpoint.',
  }
}

/** For a redirect, which is never followed: keys would be sent along. */
export const redirectText: ErrorText = {
  what: 'redirects {method}, and redirects are not followed',
  advice: 'Check the URL of the endpoint: use the one it redirects to if you trust it.',
}

/** Texts for the documented codes, used if the code decided the kind. */
export const textByCode: Readonly<Record<number, ErrorText>> = {
  [-32700]: {
    what: 'could not read the request as JSON',
    advice: 'Check for a proxy that changes requests, and try again.',
  },
  [-32600]: {
    what: 'does not accept {method} in this form',
    advice: 'Check the request, and what the plan of the endpoint allows.',
  },
  [-32601]: { what: 'does not know the method {method}', advice: 'Use an endpoint that offers it.' },
  [-32602]: { what: 'found the parameters of {method} invalid', advice: 'Check the parameters of the call.' },
  [-32603]: {
    what: 'had an internal error while answering {method}',
    advice: 'Try again in a moment, or use another endpoint.',
  },
  [-32000]: { what: 'did not accept the input of {method}', advice: 'See the details for the reason.' },
  [-32001]: {
    what: 'did not find what {method} requested',
    advice: 'Check the block, hash or filter in the request.',
  },
  [-32002]: {
    what: 'does not have what {method} needs at the moment',
    advice: 'Try again in a moment, or use another endpoint.',
  },
  [-32003]: {
    what: 'rejected the transaction',
    advice: 'See the details for the reason, and do not send it unchanged.',
  },
  [-32004]: { what: 'does not support the method {method}', advice: 'Use an endpoint that offers it.' },
  [-32005]: { what: 'has reached its request limit', advice: 'Wait a moment, or add another endpoint.' },
  [-32006]: { what: 'does not support version 2.0 of JSON-RPC', advice: 'Use another endpoint.' },
}

const accessText: ErrorText = {
  what: 'refused access',
  advice: 'Check the key in its URL or headers, and whether the key allows this site.',
}

/** Texts for HTTP statuses that trying again does not change, used if nothing else decided the kind. */
export const textByStatus: Readonly<Record<number, ErrorText>> = {
  401: accessText,
  403: accessText,
  404: { what: 'has no JSON-RPC endpoint at this path', advice: 'Check the path and the key in its URL.' },
}

/** Methods that every node of every network has. */
const basic = /^eth_(?:chainId|blockNumber|getLogs|getBlockByNumber|getBalance|getCode|call)$/
/** Codes for a missing method, or missing data to answer it. */
const missing: ReadonlySet<number | undefined> = new Set([-32601, -32001, -32004])

/** The text for a node that lacks a method every node has: more likely, the URL is wrong. */
export function missingMethodText(method: string, code: number | undefined): ErrorText | undefined {
  if (!missing.has(code) || !basic.test(method)) return undefined
  return {
    what:
      code === -32001
        ? 'did not find the data for {method}, which every node has'
        : 'does not know the method {method}, which every node has',
    advice:
      'Check first that its URL is for this network. Then check its path, its key, and whether its plan includes the method.',
  }
}
