import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { encodeAbiParameters, encodeEventTopics, parseAbi, parseAbiItem, type AbiEvent, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDecoder } from '../../../src/logs/decode/createDecoder.ts'
import { eventTopic } from '../../../src/logs/filter/eventTopic.ts'
import { abiLookup } from '../../../src/logs/lookup/abiLookup.ts'
import type { EventLookup } from '../../../src/logs/lookup/EventLookup.ts'
import { guessIndexed } from '../../../src/logs/lookup/guessIndexed.ts'
import { lookUpEvents } from '../../../src/logs/lookup/lookUpEvents.ts'
import { signatureLookup } from '../../../src/logs/lookup/signatureLookup.ts'
import { eventLookupQueryKey } from '../../../src/query/eventLookup.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const topic = eventTopic(transfer)
const address: Hex = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const log = { address, topics: [topic, word(1n), word(2n)] as Hex[], data: word(3n) }

// A service of our own: records requests, and answers as a test needs.
const asked: IncomingMessage[] = []
let answer: (response: ServerResponse) => void
let url = ''
const server = createServer((request, response) => {
  asked.push(request)
  answer(response)
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked.length = 0
})
const say = (body: unknown, status = 200) => {
  answer = (response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}
const signatures = (...names: string[]) => ({
  ok: true,
  result: { event: { [topic]: names.map((name) => ({ name, filtered: false })) }, function: {} },
})

test('the networks of one host are told apart, without their keys', () => {
  const keyOf = (lookup: EventLookup) => JSON.stringify(eventLookupQueryKey({ log, lookups: [lookup] }))
  const of = (chainId: number) =>
    abiLookup({ url: `https://etherscan.example/v2/api?chainid=${chainId}&apikey=Sesame` })
  expect(keyOf(of(1))).toBe(keyOf(of(1)))
  expect(keyOf(of(8453))).not.toBe(keyOf(of(1)))
  expect(keyOf(of(1))).not.toContain('Sesame')
  expect(keyOf(signatureLookup({ url }))).toContain(new URL(url).host)
})

describe('a signature service', () => {
  test('receives the topic and nothing else', async () => {
    say(signatures('Transfer(address,address,uint256)'))
    const found = await lookUpEvents([signatureLookup({ url })], log)
    expect(found.service).toBe(new URL(url).host)
    expect(found.events.map(eventTopic)).toEqual([topic])
    expect(found.events[0]!.inputs.every(({ indexed }) => indexed === undefined)).toBe(true)
    expect(asked).toHaveLength(1)
    expect(asked[0]!.method).toBe('GET')
    expect(asked[0]!.url).toBe(`/signature-database/v1/lookup?event=${topic}&filter=true`)
    expect(asked[0]!.headers).not.toHaveProperty('cookie')
    expect(asked[0]!.headers).not.toHaveProperty('referer')
  })

  test('is trusted only if the signature hashes to the topic', async () => {
    say(
      signatures(
        'Transfer(address,address,uint128)',
        'not a signature',
        'Transfer(address,address,uint256)',
        '',
      ),
    )
    const { events } = await lookUpEvents([signatureLookup({ url })], log)
    expect(events).toHaveLength(1)
    expect(eventTopic(events[0]!)).toBe(topic)
  })

  test.each([
    ['nothing known', { ok: true, result: { event: { [topic]: null } } }],
    ['an empty list', signatures()],
  ])('%s is not an event', async (_, body) => {
    say(body)
    expect(await lookUpEvents([signatureLookup({ url })], log)).toEqual({ events: [] })
  })

  test.each([
    ['HTML', '<html>', 200],
    ['an error', { error: 'secret' }, 500],
    ['another shape', { result: [] }, 200],
    ['a list of another shape', { result: { event: { [topic]: 'Transfer' } } }, 200],
    ['null', null, 200],
  ])('%s is an error that names only the host', async (_, body, status) => {
    say(body, status)
    const failed = lookUpEvents([signatureLookup({ url: `${url}/key-1234` })], log)
    await expect(failed).rejects.toMatchObject({ name: 'LookupError', service: new URL(url).host })
    await expect(failed).rejects.not.toThrow('key-1234')
  })

  test('a failed request does not leak its URL', async () => {
    const asksInVain = (input: unknown) =>
      Promise.reject(new TypeError(`no way to ${String(input)}: key-1234`))
    const failed = lookUpEvents([signatureLookup({ url: `${url}/key-1234`, fetch: asksInVain })], log)
    await expect(failed).rejects.toThrow('no way to')
    const thrown: unknown = await failed.catch((error: unknown) => error)
    expect(`${String(thrown)} ${JSON.stringify(thrown)}`).not.toContain('key-1234')
  })

  test('large responses are not read', async () => {
    say(signatures(...Array.from({ length: 100_000 }, () => 'Transfer(address,address,uint256)')))
    await expect(lookUpEvents([signatureLookup({ url })], log)).rejects.toThrow('answered with more than')
  })

  test('gets no request for a log without topics, nor after an abort', async () => {
    say(signatures('Transfer(address,address,uint256)'))
    expect(await lookUpEvents([signatureLookup({ url })], { ...log, topics: [] })).toEqual({ events: [] })
    const controller = new AbortController()
    controller.abort(new Error('gone'))
    await expect(lookUpEvents([signatureLookup({ url })], log, controller.signal)).rejects.toThrow('gone')
    expect(asked).toHaveLength(0)
  })
})

test('a service of your own may be an instance of a class', async () => {
  class Known implements EventLookup {
    readonly name = 'mine'
    readonly by = 'topic'
    readonly #events = new Map([[topic, [transfer]]])

    async find(key: Hex) {
      return this.#events.get(key) ?? []
    }
  }
  expect(await lookUpEvents([new Known()], log)).toEqual({ events: [transfer], service: 'mine' })
})

describe('an ABI service', () => {
  const abi = parseAbi([
    'event Transfer(address indexed from, address indexed to, uint256 value)',
    'event Other(uint256 value)',
    'function name() view returns (string)',
  ])

  test('receives the address and nothing else, and returns names', async () => {
    say({ status: '1', message: 'OK', result: JSON.stringify(abi) })
    const { events } = await lookUpEvents([abiLookup({ url: `${url}/api?apikey=k` })], log)
    expect(events).toEqual([transfer])
    expect(asked[0]!.url).toBe(`/api?apikey=k&module=contract&action=getabi&address=${address}`)
    expect(createDecoder([], { lookedUp: events }).decode(log)).toMatchObject({
      source: 'looked-up',
      args: [{ name: 'from' }, { name: 'to' }, { name: 'value', value: 3n }],
    })
  })

  test.each([
    ['not verified', { status: '0', message: 'NOTOK', result: 'Contract source code not verified' }],
    [
      'not verified, in other words',
      { status: '0', message: 'Contract source code not verified', result: null },
    ],
    ['no list', { status: '1', result: '{}' }],
    [
      'hostile entries',
      {
        status: '1',
        result: JSON.stringify([
          null,
          1,
          { type: 'event' },
          { type: 'event', name: 'X', inputs: [{ type: 'nonsense' }] },
        ]),
      },
    ],
  ])('%s is not an event', async (_, body) => {
    say(body)
    expect(await lookUpEvents([abiLookup({ url })], log)).toEqual({ events: [] })
  })

  test.each(['Max rate limit reached', 'Invalid API Key'])('“%s” is not an answer', async (result) => {
    say({ status: '0', message: 'NOTOK', result })
    await expect(lookUpEvents([abiLookup({ url })], log)).rejects.toMatchObject({ name: 'LookupError' })
  })

  test('the next service is tried when one fails or finds nothing; the failure counts if none finds it', async () => {
    const broken = { name: 'broken', by: 'topic', find: () => Promise.reject(new Error('down')) } as const
    const empty = { name: 'empty', by: 'address', find: () => Promise.resolve([]) } as const
    const knows = { name: 'knows', by: 'topic', find: () => Promise.resolve([transfer]) } as const
    expect((await lookUpEvents([broken, empty, knows], log)).service).toBe('knows')
    await expect(lookUpEvents([broken, empty], log)).rejects.toThrow('down')
  })
})

describe('guessIndexed', () => {
  const bare = (event: AbiEvent): AbiEvent => ({
    ...event,
    inputs: event.inputs.map(({ type }) => ({ type })),
  })

  test('the actual event is among the guesses, and each guess decodes the log', () => {
    const type = fc.constantFrom('address', 'uint8', 'uint256', 'int64', 'bool', 'bytes4')
    const values: Record<string, unknown> = {
      address: `0x${'12'.repeat(20)}`,
      uint8: 200,
      uint256: 2n ** 255n,
      int64: -5n,
      bool: true,
      bytes4: '0x12345678',
    }
    fc.assert(
      fc.property(fc.array(fc.record({ type, indexed: fc.boolean() }), { maxLength: 6 }), (inputs) => {
        if (inputs.filter(({ indexed }) => indexed).length > 3) return
        const named = inputs.map((input, at) => ({ ...input, name: `a${at}` }))
        const event = { type: 'event', name: 'E', inputs: named } as unknown as AbiEvent
        const rest = named.filter(({ indexed }) => !indexed)
        const emitted = {
          topics: encodeEventTopics({
            abi: [event],
            args: Object.fromEntries(
              named.filter(({ indexed }) => indexed).map((input) => [input.name, values[input.type]]),
            ),
          } as never) as Hex[],
          data: encodeAbiParameters(rest as never, rest.map((input) => values[input.type]) as never),
        }
        const guesses = guessIndexed(bare(event), emitted)
        expect(guesses.map((guess) => guess.inputs.map(({ indexed }) => indexed))).toContainEqual(
          inputs.map(({ indexed }) => indexed),
        )
        const decoder = createDecoder([], { lookedUp: guesses })
        expect(decoder.candidates(emitted)).toHaveLength(guesses.length)
      }),
    )
  })

  test('distinguishes token from NFT transfers, and addresses from numbers', () => {
    const far = { ...log, topics: [topic, word(1n), word(2n ** 200n)] as Hex[] }
    const of = (guesses: readonly AbiEvent[]) =>
      guesses.map(({ inputs }) => inputs.map(({ indexed }) => indexed))
    expect(of(guessIndexed(bare(transfer), log))[0]).toEqual([true, true, false])
    // 2 ** 200 is not an address: only the number fits.
    expect(of(guessIndexed(bare(transfer), far))).toEqual([
      [true, false, true],
      [false, true, true],
    ])
    const nft = { topics: [topic, word(1n), word(2n), word(3n)] as Hex[], data: '0x' as Hex }
    expect(of(guessIndexed(bare(transfer), nft))).toEqual([[true, true, true]])
    expect(guessIndexed(bare(transfer), { topics: [topic], data: '0x' })).toEqual([])
  })

  test('an ABI takes precedence over guesses', () => {
    expect(guessIndexed(transfer, log)).toEqual([transfer])
  })
})
