import type { TestError } from '../../../src/testing/EndpointFaults.ts'

type Words = (asked: { limit: number; from: number; to: number }) => TestError

const quantity = (value: number) => `0x${value.toString(16)}`

/** 1, 7: words that name the limit or a range that works, and words that name none, under codes of all kinds. */
export const rangeWords: readonly Words[] = [
  ({ limit }) => ({ code: -32602, message: `query exceeds max block range ${limit}` }),
  ({ limit }) => ({ code: -32602, message: `exceed maximum block range ${limit}` }),
  ({ limit }) => ({ code: -32000, message: `exceed maximum block range: ${limit}` }),
  ({ limit, from, to }) => ({ code: -32602, message: `range ${to - from} exceeds limit of ${limit}` }),
  ({ limit }) => ({ code: -32600, message: `Max range: ${limit}` }),
  ({ limit }) => ({ code: 35, message: `ranges over ${limit} blocks are not supported` }),
  ({ limit, from }) => ({
    code: -32600,
    message: `You can make requests with up to so many blocks. Based on your parameters, this block range should work: [${quantity(from)}, ${quantity(from + limit - 1)}]`,
  }),
  () => ({ code: -32005, message: 'Requested range exceeds maximum RPC range limit' }),
  () => ({ code: -32600, message: 'block range is too wide' }),
]

/** 2: hints that lead nowhere. */
export const hostileWords: readonly Words[] = [
  () => ({ code: -32602, message: 'query exceeds max block range 0' }),
  ({ from, to }) => ({ code: -32602, message: `query exceeds max block range ${to - from + 1}` }),
  () => ({ code: -32602, message: 'query exceeds max block range 99999999999999999999999999' }),
  ({ from, to }) => ({
    code: -32600,
    message: `this block range should work: [${quantity(to)}, ${quantity(from)}]`,
  }),
  ({ to }) => ({
    code: -32602,
    message: `this block range should work: [${quantity(to + 1)}, ${quantity(to + 9)}]`,
  }),
  () => ({ code: -32602, message: `this block range should work: [0x0, 0x${'f'.repeat(60)}]` }),
]

export const resultWords: readonly Words[] = [
  ({ limit }) => ({ code: -32005, message: `query returned more than ${limit} results` }),
  ({ limit, from, to }) => ({
    code: -32602,
    message: `query exceeds max results ${limit}, retry with the range ${from}-${from + ((to - from) >> 1)}`,
  }),
  ({ from, to }) => ({
    code: -32602,
    message: `Log response size exceeded. this block range should work: [${quantity(from)}, ${quantity(from + ((to - from) >> 2))}]`,
  }),
  ({ limit, from, to }) => ({
    code: -32005,
    message: `query returned more than ${limit} results. Try with this block range [${quantity(to + 1)}, ${quantity(from)}].`,
  }),
  () => ({ code: -32003, message: 'response too large' }),
]

/** 42: words for a range that is too wide that could mean anything. */
export const unclearWords: readonly TestError[] = [
  { code: -32099, message: 'nope' },
  { code: -32000, message: 'nope' },
  { code: -32602, message: 'nope' },
  { code: 1, message: 'nope' },
  { code: -32005, message: 'limit exceeded' },
  { code: -32005, message: 'too many requests for this range' },
  { code: -32603, message: 'Internal error' },
  { code: -32600, message: 'such ranges are only available on a paid tier' },
  { code: -32601, message: 'the method eth_getLogs does not exist/is not available' },
  { code: -32000, message: 'request timeout on the free tier, please upgrade to the paid tier' },
  { code: 4444, message: 'pruned history unavailable' },
]
