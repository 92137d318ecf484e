import { numberToHex } from 'viem'
import type { TestError } from '../../src/testing/EndpointFaults.ts'

export interface RefusedRange {
  readonly from: number
  readonly to: number
  /** Maximum blocks that the node reads in one call. */
  readonly limit: number
}

export interface RangeRefusal {
  /** Which node sends it, or what is special about it. */
  readonly name: string
  /** How a range over the limit is refused: by an error, a whole response, a dropped connection, or no answer at all. */
  readonly refuse: (asked: RefusedRange) => TestError | Response | 'drop' | 'hang'
  /** What the message names: a number of blocks or a range that is allowed, or neither. */
  readonly names: 'blocks' | 'range' | 'nothing'
  /** Whether, judging by the message, the same request may be answered later. */
  readonly mayPass?: boolean
}

const hex = (block: number) => numberToHex(block)
const fitting = ({ from, limit }: RefusedRange) => `[${hex(from)}, ${hex(from + limit - 1)}]`

const blocks = (name: string, code: number, words: (asked: RefusedRange) => string): RangeRefusal => ({
  name,
  names: 'blocks',
  refuse: (asked) => ({ code, message: words(asked) }),
})
const range = (name: string, code: number, words: (asked: RefusedRange) => string): RangeRefusal => ({
  name,
  names: 'range',
  refuse: (asked) => ({ code, message: words(asked) }),
})
const vague = (name: string, code: number, message: string): RangeRefusal => ({
  name,
  names: 'nothing',
  refuse: () => ({ code, message }),
})
const odd = (name: string, refuse: RangeRefusal['refuse']): RangeRefusal => ({
  name,
  names: 'nothing',
  refuse,
})
const passing = (name: string, refuse: RangeRefusal['refuse']): RangeRefusal => ({
  ...odd(name, refuse),
  mayPass: true,
})
const page = (status: number, body: string, headers?: Record<string, string>) => () =>
  new Response(body, { status, ...(headers && { headers }) })

/** How nodes refuse a range that is too wide: words of providers, and words that no provider uses yet. */
export const rangeRefusals: readonly RangeRefusal[] = [
  blocks('reth', -32602, ({ limit }) => `query exceeds max block range ${limit}`),
  blocks('geth', -32602, ({ limit }) => `exceed maximum block range ${limit}`),
  blocks('bsc', -32000, ({ limit }) => `exceed maximum block range: ${limit}`),
  blocks(
    'range of, limit of',
    -32602,
    ({ from, to, limit }) => `range ${to - from} exceeds limit of ${limit}`,
  ),
  blocks('max range', -32600, ({ limit }) => `Max range: ${limit}`),
  blocks('limited to', -32600, ({ limit }) => `eth_getLogs is limited to a ${thousands(limit)} range`),
  blocks('code 35', 35, ({ limit }) => `ranges over ${limit} blocks are not supported on freetier`),
  blocks('max is', -32603, ({ limit }) => `block range is too large, max is ${limit} blocks`),
  blocks('besu', -32005, ({ limit }) => `Requested range exceeds maximum RPC range limit: ${limit}`),
  blocks('blast', -32602, ({ from, to, limit }) => `range is too large, range: ${to - from}, max: ${limit}`),
  blocks(
    'avalanche',
    -32000,
    ({ from, to, limit }) => `requested too many blocks from ${from} to ${to}, maximum is set to ${limit}`,
  ),
  blocks('harmony', -32000, ({ limit }) => `query must be smaller than size ${limit}`),
  blocks('moonbeam', -32603, ({ limit }) => `block range is too wide (maximum ${limit})`),
  blocks('quicknode', -32614, ({ limit }) => `eth_getLogs is limited to a ${thousands(limit)} range`),
  blocks('you cannot', -32000, ({ limit }) => `You cannot query logs of more than ${limit} blocks at once.`),
  blocks('please', -32602, ({ limit }) => `Please narrow your query down to ${limit} blocks`),
  blocks('another language', -32000, ({ limit }) => `区块范围过大,最多 ${limit} 个区块`),
  blocks(
    'a plan, in numbers',
    -32600,
    ({ limit }) =>
      `Under the Free tier plan, you can make eth_getLogs requests with up to a ${limit} block range. Upgrade to PAYG for expanded block range.`,
  ),
  blocks('numbers of other things', -32000, ({ limit }) => `error 77 (v2.1): span over ${limit} refused`),
  range('alchemy', -32600, (asked) => `this block range should work: ${fitting(asked)}`),
  range(
    'alchemy, of the size',
    -32602,
    (asked) =>
      `Log response size exceeded. Based on your parameters, this block range should work: ${fitting(asked)}`,
  ),
  range(
    'infura',
    -32005,
    (asked) => `query returned more than 10000 results. Try with this block range ${fitting(asked)}.`,
  ),
  range(
    'reth, of results',
    -32602,
    ({ from, limit }) => `query exceeds max results 20000, retry with the range ${from}-${from + limit - 1}`,
  ),
  vague('block range is too wide', -32600, 'block range is too wide'),
  vague('besu, no number', -32005, 'Requested range exceeds maximum RPC range limit'),
  vague('block range too high', -32000, 'block range too high'),
  vague('a big network', -32005, 'limit exceeded'),
  vague('-32005 without words', -32005, ''),
  vague('internal error', -32603, 'Internal error'),
  vague('a timeout and a plan', -32000, 'request timeout on the free tier, please upgrade to the paid tier'),
  vague('invalid, in unknown words', -32602, 'nope'),
  vague('fatal, in unknown words', -32000, 'computer says no'),
  vague('an unknown code', -32099, 'E_SPAN'),
  vague('like a rate', -32005, 'Too many requests for this block range: rate limit'),
  vague('like a rate, another code', -32000, 'request limit exceeded'),
  vague('query timeout', -32000, 'query timeout exceeded'),
  vague('geth timed out', -32002, 'request timed out'),
  vague('backend', -32603, 'backend response too large'),
  vague('size', -32003, 'response is too big'),
  vague('a cap on results', -32005, 'query returned more than 10000 results'),
  vague('too many logs', -32005, 'query returned too many logs'),
  vague('a plan', -32600, 'eth_getLogs over such ranges is only available on a paid tier'),
  vague('no such method', -32601, 'the method eth_getLogs is not available'),
  vague('no such resource', -32001, 'resource not found'),
  vague('not supported', -32004, 'method not supported'),
  vague('pruned', 4444, 'pruned history unavailable'),
  vague('archive', -32000, 'this request needs an archive node'),
  vague('no backend', -32603, 'no backend is currently healthy to serve traffic'),
  vague('beyond the head', -32000, 'block out of range'),
  odd('504', page(504, '<html>Gateway Time-out</html>')),
  odd('500', page(500, '<html>Internal Server Error</html>')),
  odd('503', page(503, 'Service Unavailable')),
  odd(
    '502 with an error in it',
    page(502, '{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"upstream"}}'),
  ),
  odd('400', page(400, 'Bad Request')),
  passing('403', page(403, 'Forbidden')),
  odd('413', page(413, 'Payload Too Large')),
  passing('429', page(429, 'Too Many Requests')),
  passing('429, and when', page(429, 'Too Many Requests', { 'retry-after': '1' })),
  odd('an empty answer', page(200, '')),
  odd('a web page', page(200, '<!doctype html><title>Error</title>')),
  odd('null', page(200, '{"jsonrpc":"2.0","id":1,"result":null}')),
  passing('a dropped connection', () => 'drop'),
  odd('no answer', () => 'hang'),
]

/** A number with commas: `10,000`. */
function thousands(count: number): string {
  return String(count).replace(/(\d)(?=(\d{3})+$)/g, '$1,')
}
