import { profiles } from './limitations.mjs'
import { createRandom } from './story.mjs'

const hex = (number) => `0x${number.toString(16)}`

/** How three providers word their refusals. */
const refusals = {
  plain: {
    range: ({ limit }) => ({ code: -32602, message: `query exceeds max block range ${limit}` }),
    results: ({ limit }) => ({ code: -32005, message: `query returned more than ${limit} results` }),
  },
  hint: {
    range: ({ limit }) => ({
      code: -32005,
      message: `Requested range exceeds maximum RPC range limit: ${limit}`,
    }),
    results: ({ limit, from, until }) => ({
      code: -32005,
      message: `query returned more than ${limit} results. Try with this block range [${hex(from)}, ${hex(until)}].`,
    }),
  },
  curt: {
    range: () => ({ code: -32600, message: 'block range is too wide' }),
    results: () => ({ code: -32602, message: 'Log response size exceeded.' }),
  },
}

/**
 * Applies one endpoint's limitations. `answer` takes a parsed message and resolves to `{ status, headers, body }`. It passes
 * the calls that it allows to `node`, which takes a list of calls.
 */
export function createLimiter({ index, seed, on, node, now = Date.now }) {
  const profile = profiles[index]
  const random = createRandom(seed + index)
  const sent = []
  const count = { served: 0, refused: 0 }

  function refuse(calls, error, single) {
    count.refused += calls.length
    const replies = calls.map(({ id }) => ({ jsonrpc: '2.0', id, error }))
    return { status: 200, headers: {}, body: single ? replies[0] : replies }
  }

  /** Whether this many more calls exceed the rate. If not, they are counted. */
  function tooFast(calls) {
    while (sent[0] <= now() - 1000) sent.shift()
    if (sent.length + calls > profile.rate) return true
    for (let call = 0; call < calls; call++) sent.push(now())
    return false
  }

  /** The head that it shows, which may be behind the chain's. */
  async function readHead() {
    const [reply] = await node([{ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }])
    return Math.max(0, Number(reply.result) - (on.lag ? profile.lag : 0))
  }

  async function getLogs(call) {
    const [filter] = call.params
    if (typeof filter !== 'object' || filter === null || filter.blockHash !== undefined)
      return (await node([call]))[0]
    const head = await readHead()
    const number = (tag, fallback) =>
      tag === undefined ? fallback : tag.startsWith('0x') ? Number(tag) : tag === 'earliest' ? 0 : head
    const from = number(filter.fromBlock, head)
    const to = number(filter.toBlock, head)
    const fail = (error) => ({ jsonrpc: '2.0', id: call.id, error })
    if (on.ranges && to - from + 1 > profile.blockRange)
      return fail(refusals[profile.style].range({ limit: profile.blockRange }))
    // Beyond its own head, it answers with an empty list, as nodes behind a load balancer do.
    if (from > head) return { jsonrpc: '2.0', id: call.id, result: [] }
    const params = [{ ...filter, fromBlock: hex(from), toBlock: hex(Math.min(to, head)) }]
    const [reply] = await node([{ ...call, params }])
    const limit = profile.results
    if (!on.results || !reply.result || reply.result.length <= limit) return reply
    const until = Math.max(from, Number(reply.result[limit].blockNumber) - 1)
    return fail(refusals[profile.style].results({ limit, from, until }))
  }

  /** Hides blocks beyond its own head. */
  async function getBlock(call) {
    const [tag, ...rest] = call.params
    const head = await readHead()
    const number = tag === 'latest' ? head : Number(tag)
    if (number > head) return { jsonrpc: '2.0', id: call.id, result: null }
    const block = Number.isNaN(number) ? tag : hex(number)
    return (await node([{ ...call, params: [block, ...rest] }]))[0]
  }

  async function answerCall(call) {
    if (call.method === 'eth_getLogs') return getLogs(call)
    if (call.method === 'eth_getBlockByNumber') return getBlock(call)
    if (call.method === 'eth_blockNumber')
      return { jsonrpc: '2.0', id: call.id, result: hex(await readHead()) }
    return (await node([call]))[0]
  }

  return {
    count,
    async answer(message) {
      const single = !Array.isArray(message)
      const calls = single ? [message] : message
      if (on.failures && random() < profile.failures) {
        count.refused += calls.length
        return { status: 503, headers: {}, body: 'Service Unavailable' }
      }
      if (on.batches && calls.length > profile.batch)
        return refuse(
          calls.slice(0, 1),
          { code: -32600, message: `batch limit ${profile.batch} exceeded` },
          true,
        )
      if (on.rates && profile.rate !== undefined && tooFast(calls.length)) {
        count.refused += calls.length
        return { status: 429, headers: { 'retry-after': '1' }, body: 'Too Many Requests' }
      }
      const replies = await Promise.all(calls.map(answerCall))
      for (const { error } of replies) count[error ? 'refused' : 'served']++
      return { status: 200, headers: {}, body: single ? replies[0] : replies }
    },
  }
}
