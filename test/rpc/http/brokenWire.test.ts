import { beforeEach, expect, test, vi } from 'vitest'
import { NodeError } from '../../../src/errors/NodeError.ts'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import { systemClock } from '../../../src/rpc/Clock.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import { EndpointPool } from '../../../src/rpc/pool/EndpointPool.ts'
import type { Outcome, Wire } from '../../../src/rpc/Wire.ts'

// A wire must give one outcome for each call. That is checked on arrival, so that no call waits forever.

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
})

function setUp(answer: (methods: readonly string[]) => readonly Outcome[]) {
  const sent: string[] = []
  const wire: Wire = {
    type: 'http',
    batches: true,
    send: async (calls) => {
      const methods = calls.map(({ method }) => method)
      sent.push(...methods)
      return answer(methods)
    },
    close() {},
  }
  const options = { clock: systemClock, storage: null, channel: null, random: () => 0.5, maxAttempts: 3 }
  const pool = new EndpointPool(
    defineNetwork(xone, { http: ['https://node.test'] }),
    [['node.test', wire]],
    options,
  )
  return { pool, sent }
}

async function outcomesOf(calls: readonly Promise<unknown>[]) {
  const settled = Promise.allSettled(calls)
  await vi.advanceTimersByTimeAsync(120_000)
  return settled
}

const chainId = { result: '0xe89', endpoint: 'node.test' }
const tooMany = new NodeError('Too many.', { kind: 'response-too-large', method: '', advice: '' })

test.each<[string, readonly Outcome[]]>([
  ['nothing', []],
  [
    'that it takes no more calls at once',
    [{ batchLimit: { limit: 1, isCertain: true }, error: tooMany, scope: 'call', mayHaveRun: false }],
  ],
])('an endpoint that answers the chain id request with %s stays unchecked', async (_, reply) => {
  const { pool, sent } = setUp((methods) =>
    methods.includes('eth_chainId') ? reply : methods.map(() => ({ result: '0x1', endpoint: 'node.test' })),
  )
  const [logs] = await outcomesOf([pool.request({ method: 'eth_getLogs', params: [{}] })])
  expect(logs).toMatchObject({ status: 'rejected', reason: { name: 'NodeError' } })
  expect(sent).not.toContain('eth_getLogs')
  expect(pool.getStatus()[0]?.state).not.toBe('ok')
})

test('a call without an outcome in the reply is retried, and fails as malformed in the end', async () => {
  const { pool, sent } = setUp((methods) =>
    methods[0] === 'eth_chainId'
      ? [chainId]
      : methods.slice(1).map(() => ({ result: 1, endpoint: 'node.test' })),
  )
  const [first, second, third] = await outcomesOf([
    pool.request({ method: 'eth_gasPrice' }),
    pool.request({ method: 'eth_call' }),
    pool.request({ method: 'eth_sendRawTransaction', params: ['0x02'] }),
  ])
  expect(first).toMatchObject({ status: 'fulfilled', value: { result: 1 } })
  for (const missing of [second, third]) {
    expect(missing).toMatchObject({ status: 'rejected' })
    expect((missing as PromiseRejectedResult).reason).toBeInstanceOf(NodeError)
  }
  expect(sent.filter((method) => method === 'eth_call')).toHaveLength(3)
  // It may have been executed.
  expect(sent.filter((method) => method === 'eth_sendRawTransaction')).toHaveLength(1)
})
