import { encodeAbiParameters, numberToHex, stringToHex, type Address, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidQueryError } from '../../../src/errors/InvalidQueryError.ts'
import { NodeError } from '../../../src/errors/NodeError.ts'
import { readTokenUnits } from '../../../src/logs/lookup/readTokenUnits.ts'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode } from '../../support/fakeNode.ts'

const at = (digit: number) => `0x${digit.toString(16).padStart(2, '0').repeat(20)}` as Address
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const word = (value: bigint | number) => numberToHex(value, { size: 32 })
const reverted = { error: { code: 3, message: 'execution reverted', data: '0x' } }

type Answer = Hex | typeof reverted | { error: { code: number; message: string } }

function setUp(contracts: Readonly<Record<string, { decimals: Answer; symbol: Answer }>>) {
  const node = createFakeNode({ logsPerBlock: 0 })
  node.faults.respond = ({ method, params }) => {
    if (method !== 'eth_call') return undefined
    const { to, data } = params[0] as { to: string; data: string }
    const answer = contracts[to]?.[data === '0x313ce567' ? 'decimals' : 'symbol']
    return typeof answer === 'object' && answer ? answer : { result: answer === undefined ? '0x' : answer }
  }
  const client = clientOf({ urls: node.urls.slice(0, 1), fetch: node.fetch })
  return { node, read: (...of: Address[]) => readTokenUnits(client, of) }
}

describe('readTokenUnits', () => {
  test('reads both of all tokens in one batch, each token once', async () => {
    const { node, read } = setUp({
      [at(1)]: { decimals: word(6), symbol: text('USDC') },
      [at(2)]: { decimals: word(18), symbol: text('WETH') },
    })
    const units = await read(at(1), at(2), at(1))
    expect([...units]).toEqual([
      [at(1), { symbol: 'USDC', decimals: 6 }],
      [at(2), { symbol: 'WETH', decimals: 18 }],
    ])
    const calls = node.callsOf('eth_call')
    expect(calls).toHaveLength(4)
    expect(new Set(calls.map(({ message }) => message)).size).toBe(1)
  })

  test.each<[string, Answer, Answer, unknown]>([
    ['a bytes32 symbol', word(18), stringToHex('MKR', { size: 32 }), { symbol: 'MKR', decimals: 18 }],
    ['no symbol', word(0), reverted, { symbol: '', decimals: 0 }],
    ['an empty symbol', word(8), text(''), { symbol: '', decimals: 8 }],
    ['255 decimals', word(255), text('MAX'), { symbol: 'MAX', decimals: 255 }],
    ['256 decimals', word(256), text('TOO'), undefined],
    ['a symbol of a megabyte', word(2), text('é'.repeat(500_000)), { symbol: 'é'.repeat(40), decimals: 2 }],
    ['a symbol that is not UTF-8', word(2), stringToHex('\0', { size: 32 }), { symbol: '', decimals: 2 }],
    // Shown with escapes: see `ChainText`.
    ['control characters', word(2), text('\u202eCDSU\u0000x'), { symbol: '\u202eCDSU\0x', decimals: 2 }],
    [
      'an offset beyond the data',
      word(2),
      `${word(2n ** 200n)}${'0'.repeat(64)}`,
      { symbol: '', decimals: 2 },
    ],
    ['a length beyond the data', word(2), `${word(32)}${'f'.repeat(64)}`, { symbol: '', decimals: 2 }],
    ['odd data', '0x123', text('ODD'), undefined],
    ['no code', '0x', '0x', undefined],
    ['reverts', reverted, reverted, undefined],
    [
      'an invalid opcode',
      { error: { code: -32603, message: 'EVM error InvalidFEOpcode' } },
      text('OLD'),
      undefined,
    ],
    ['too much gas', { error: { code: -32000, message: 'out of gas' } }, text('GAS'), undefined],
    [
      'a stack that is empty',
      { error: { code: -32000, message: 'stack underflow (0 <=> 1)' } },
      text('POP'),
      undefined,
    ],
  ])('%s', async (_, decimals, symbol, unit) => {
    const { read } = setUp({ [at(1)]: { decimals, symbol } })
    expect((await read(at(1))).get(at(1))).toEqual(unit)
  })

  test('an invalid address is refused before any request, and a failing node is reported', async () => {
    const refused = setUp({})
    await expect(refused.read('0x1')).rejects.toBeInstanceOf(InvalidQueryError)
    expect(refused.node.calls).toHaveLength(0)
    const failing = setUp({
      [at(1)]: {
        decimals: { error: { code: -32601, message: 'the method eth_call does not exist' } },
        symbol: '0x',
      },
    })
    await expect(failing.read(at(1))).rejects.toBeInstanceOf(NodeError)
  })

  test.each<[string, Answer]>([
    ['a refusal for good', { error: { code: -32001, message: 'Resource not found.' } }],
    [
      'a refusal in other words',
      { error: { code: -32000, message: 'the stack trace is in the log of this machine' } },
    ],
    ['a sender without funds', { error: { code: -32003, message: 'insufficient funds for gas * price' } }],
    ['an answer that is not data', null as unknown as Hex],
  ])('%s does not claim that a contract has no decimals()', async (_, decimals) => {
    const { read } = setUp({ [at(1)]: { decimals, symbol: text('USDC') } })
    await expect(read(at(1))).rejects.toBeInstanceOf(NodeError)
  })
})
