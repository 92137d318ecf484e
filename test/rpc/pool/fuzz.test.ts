import fc from 'fast-check'
import { createClient } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BaseError } from '../../../src/errors/BaseError.ts'
import { NodeError } from '../../../src/errors/NodeError.ts'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import { draftLog } from '../../../src/logs/columns/draftLog.ts'
import { LogSegmentBuilder } from '../../../src/logs/columns/LogSegmentBuilder.ts'
import { readHistory } from '../../../src/logs/scan/readHistory.ts'
import { classify } from '../../../src/rpc/classify/classify.ts'
import { matchReplies } from '../../../src/rpc/http/matchReplies.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import { parseRpcLog } from '../../../src/rpc/parseRpcLog.ts'
import { createPool } from '../../../src/rpc/pool/createPool.ts'
import { nodePool } from '../../../src/rpc/pool/nodePool.ts'
import { plainJson, plainReply } from '../../../src/testing/testReplies.ts'
import { VirtualClock } from '../../support/simulation/VirtualClock.ts'
import { withoutTurns } from '../../support/simulation/withoutTurns.ts'
import { startFakeNode } from '../../support/startFakeNode.ts'
import { nodeErrorFixtures } from '../fixtures/nodeErrors.ts'

// A failure prints its seed: `npm run properties -- --seed N fuzz` replays it.

const quantity = fc.oneof(
  fc.constantFrom('0x', '0x0', '0x00', '0xg', '0x1p3', '-0x1', '1', '', `0x${'f'.repeat(2_000)}`, '0X1'),
  fc.bigInt(0n, 2n ** 70n).map((value) => `0x${value.toString(16)}`),
)
const word = fc.oneof(
  fc.constant(`0x${'1'.repeat(64)}`),
  fc.constant(`0x${'1'.repeat(63)}`),
  fc.constant(`0x${'é'.repeat(64)}`),
  fc.string({ maxLength: 70 }),
)
const junk = fc.jsonValue({ maxDepth: 2 })

/** Almost a log: each field right, nearly right, or anything. */
const almostLog = fc.oneof(
  { weight: 1, arbitrary: junk },
  {
    weight: 6,
    arbitrary: fc.record(
      {
        address: fc.oneof(fc.constant(`0x${'a'.repeat(40)}`), word, junk),
        topics: fc.oneof(fc.array(fc.oneof(word, junk), { maxLength: 6 }), junk),
        data: fc.oneof(fc.constantFrom('0x', '0x1', '0x12', '0xzz'), word, junk),
        blockNumber: fc.oneof(quantity, junk),
        blockHash: fc.oneof(word, junk),
        transactionHash: fc.oneof(word, junk),
        transactionIndex: fc.oneof(quantity, junk),
        logIndex: fc.oneof(quantity, junk),
        blockTimestamp: fc.oneof(quantity, junk),
        removed: fc.oneof(fc.boolean(), junk),
        ['__proto__']: junk,
      },
      { requiredKeys: [] },
    ),
  },
)

const id = fc.oneof(
  fc.nat({ max: 4 }),
  fc.nat({ max: 4 }).map(String),
  fc.constantFrom(null, -1, 1.5, 1e300, {}),
)
const almostReply = fc.oneof(
  { weight: 1, arbitrary: junk },
  {
    weight: 5,
    arbitrary: fc.record(
      {
        jsonrpc: fc.constantFrom('2.0', '1.0', 2, null),
        id,
        result: fc.oneof(fc.array(almostLog, { maxLength: 4 }), quantity, junk),
        error: fc.oneof(
          fc.record({ code: fc.oneof(fc.integer(), junk), message: fc.oneof(fc.string(), junk), data: junk }),
          junk,
        ),
      },
      { requiredKeys: [] },
    ),
  },
)

/** What a server may send: JSON of any shape, whole, cut short, or with bytes changed. */
const body = fc
  .tuple(
    fc.oneof(almostReply, fc.array(almostReply, { maxLength: 4 })),
    fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3 }),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 2 }),
  )
  .map(([value, cut, changes]) => {
    const bytes = new TextEncoder().encode(JSON.stringify(value))
    for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte
    return cut === null ? bytes : bytes.slice(0, Math.floor(bytes.length * cut))
  })

describe('the wire', () => {
  // No yielding to the event loop: whether the clock advanced meanwhile would depend on the load of the machine.
  let restoreTurns = () => {}
  beforeAll(() => {
    restoreTurns = withoutTurns()
  })
  afterAll(() => {
    restoreTurns()
  })

  test('whatever a server sends, calls end in a result or an error of ours after a bounded number of requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(body, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(200, 200, 200, 400, 403, 413, 429, 500, 503),
        fc.constantFrom(1, 3),
        async (bodies, status, calls) => {
          const clock = new VirtualClock()
          let sent = 0
          const network = defineNetwork(xone, { http: ['https://node.test/a-very-secret-key'] })
          const fetch: typeof globalThis.fetch = async (_, init) => {
            const asked = JSON.parse(String(init?.body)) as { id: number; method: string } | unknown[]
            if (!Array.isArray(asked) && (asked as { method: string }).method === 'eth_chainId')
              return plainJson({ jsonrpc: '2.0', id: (asked as { id: number }).id, result: '0xe89' })
            return plainReply(bodies[sent++ % bodies.length]!, status)
          }
          const pool = createPool(network, { fetch, clock, storage: null, channel: null, random: () => 0.5 })
          const settled = await clock.run(
            Promise.allSettled(
              Array.from({ length: calls }, () => pool.request({ method: 'eth_getLogs', params: [{}] })),
            ),
          )
          for (const one of settled) {
            if (one.status === 'fulfilled') continue
            expect(one.reason).toBeInstanceOf(BaseError)
            expect(String((one.reason as Error).stack)).not.toContain('a-very-secret-key')
          }
          // Each call five times, and every batch again in halves.
          expect(sent).toBeLessThanOrEqual(calls * 8)
          pool.close()
        },
      ),
      { numRuns: 300 },
    )
  })

  test('a scan over responses of any shape ends, and claims nothing where no response was a list', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(almostReply, { minLength: 1, maxLength: 5 }), async (replies) => {
        const clock = new VirtualClock()
        const node = startFakeNode({ blocks: 60, clock, latency: 5, plainReplies: true })
        let at = 0
        // Whether it reads logs or verifies them.
        node.faults.respond = ({ method, id }) =>
          method === 'eth_getLogs' || method === 'eth_getBlockByNumber'
            ? plainJson({ ...(replies[at++ % replies.length] as object), id })
            : undefined
        const network = defineNetwork(xone, { http: node.urls, dailyQuota: 100_000, finality: 5 })
        const transport = nodePool(network, {
          fetch: node.fetch,
          clock,
          storage: null,
          channel: null,
          random: () => 0.5,
        })
        const client = createClient({ chain: network, transport })
        const lists = replies.some((reply) => Array.isArray((reply as { result?: unknown } | null)?.result))
        let planned = 0
        const run = async () => {
          for await (const event of readHistory(client, { fromBlock: 0n, toBlock: 59n }))
            if (event.type === 'logs') expect(lists).toBe(true)
            else if (event.type === 'failed') expect(event.error).toBeInstanceOf(BaseError)
            else planned++
        }
        await clock.run(run())
        expect(planned).toBeGreaterThan(0)
        expect(node.callsOf('eth_getLogs').length).toBeLessThan(400)
      }),
      { numRuns: 100 },
    )
  })

  test('batches of any shape: each id gets one reply at most, and never that of another id', () => {
    fc.assert(
      fc.property(fc.array(almostReply, { maxLength: 8 }), (replies) => {
        const ids = [1, 2, 3]
        const matched = matchReplies(replies, ids)
        expect(matched).toHaveLength(3)
        matched.forEach((one, at) => {
          if (typeof one !== 'string') expect(Number(one.id)).toBe(ids[at])
        })
      }),
      { numRuns: 2_000 },
    )
  })

  test('both log readers accept and refuse the same input, and never throw', () => {
    fc.assert(
      fc.property(almostLog, (value) => {
        const sent = JSON.parse(JSON.stringify(value)) as unknown
        const builder = new LogSegmentBuilder()
        const isLog = parseRpcLog(sent) !== undefined
        const drafted = draftLog(builder, sent)
        if (drafted) builder.commit()
        expect(drafted).toBe(isLog)
        expect(builder.finish().length).toBe(Number(isLog))
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('hints', () => {
  const hostile = fc.oneof(
    fc.constantFrom(
      '0',
      '-1',
      '1e9',
      '0x',
      'NaN',
      'Infinity',
      '1,,,',
      '9'.repeat(500),
      `0x${'f'.repeat(500)}`,
    ),
    fc.bigInt().map(String),
    fc.bigInt(0n, 2n ** 128n).map((value) => `0x${value.toString(16)}`),
  )

  test('hints cover at most a part of the request, however long the message', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...nodeErrorFixtures.map(({ error }) => error.message)),
        fc.array(hostile, { minLength: 1, maxLength: 4 }),
        fc.integer(),
        fc.nat({ max: 3 }),
        (message, numbers, code, repeat) => {
          let at = 0
          const words = message.replace(/0x[0-9a-f]+|\d[\d,]*/gi, () => numbers[at++ % numbers.length]!)
          // Megabytes of the same words must cost no more than their first thousand letters.
          const long = words.repeat(1 + repeat * 2_000)
          const error = classify({
            endpoint: 'node.test',
            method: 'eth_getLogs',
            params: [{ fromBlock: '0x3e8', toBlock: '0x5207' }],
            code,
            message: long,
          })
          expect(error).toBeInstanceOf(NodeError)
          expect(error.message.length).toBeLessThan(2_000)
          const { maxBlockRange: blocks, maxResults: results, suggestedRange: range } = error
          if (blocks !== undefined) expect(blocks >= 1 && blocks < 20_000).toBe(true)
          if (results !== undefined) expect(Number.isSafeInteger(results) && results >= 1).toBe(true)
          if (range) expect(range[0] >= 1_000n && range[0] <= range[1] && range[1] <= 20_999n).toBe(true)
        },
      ),
      { numRuns: 1_500 },
    )
  })
})
