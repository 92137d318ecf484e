import { createClient, type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidQueryError } from '../../../src/errors/InvalidQueryError.ts'
import { NodeError } from '../../../src/errors/NodeError.ts'
import { findImplementation } from '../../../src/logs/lookup/findImplementation.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import { nodePool } from '../../../src/rpc/pool/nodePool.ts'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode } from '../../support/fakeNode.ts'

const contract: Address = `0x${'c0'.repeat(20)}`
const target: Address = `0x${'1d'.repeat(20)}`
const beacon: Address = `0x${'be'.repeat(20)}`
const zero = `0x${'0'.repeat(64)}`
const word = (address: Address) => `0x${address.slice(2).padStart(64, '0')}`
// keccak-256 of `eip1967.proxy.implementation` and `eip1967.proxy.beacon`, less one.
const slots = {
  implementation: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
}

interface Chain {
  code?: unknown
  storage?: Readonly<Record<string, unknown>>
  answers?: unknown
}

function setUp({ code = '0x6080', storage = {}, answers }: Chain) {
  const node = createFakeNode({ logsPerBlock: 0 })
  node.faults.respond = ({ method, params }) => {
    if (method === 'eth_getCode') return { result: code }
    if (method === 'eth_getStorageAt') return { result: storage[String(params[1])] ?? zero }
    if (method === 'eth_call') return { result: answers }
    return undefined
  }
  const client = clientOf(node)
  return { node, find: (options = {}) => findImplementation(client, contract, options) }
}

describe('findImplementation', () => {
  test('reads the EIP-1967 slots in three calls', async () => {
    const { node, find } = setUp({ storage: { [slots.implementation]: word(target) } })
    expect(await find()).toBe(target)
    const asked = node.calls.filter(({ method }) => method !== 'eth_chainId')
    expect(asked.map(({ method, params }) => [method, ...params])).toEqual([
      ['eth_getCode', contract, 'latest'],
      ['eth_getStorageAt', contract, slots.implementation, 'latest'],
      ['eth_getStorageAt', contract, slots.beacon, 'latest'],
    ])
  })

  test('calls the beacon', async () => {
    const { node, find } = setUp({ storage: { [slots.beacon]: word(beacon) }, answers: word(target) })
    expect(await find()).toBe(target)
    expect(node.callsOf('eth_call')[0]!.params).toEqual([{ to: beacon, data: '0x5c60da1b' }, 'latest'])
  })

  test.each([
    ['EIP-1167', `0x363d3d373d3d3d363d73${target.slice(2)}5af43d82803e903d91602b57fd5bf3`],
    ['EIP-7702', `0xEF0100${target.slice(2)}`],
  ])('reads it from the code of %s', async (_, code) => {
    expect(await setUp({ code }).find()).toBe(target)
  })

  test.each([
    ['a contract of its own', {}],
    ['no contract', { code: '0x' }],
    ['a slot that holds something else', { storage: { [slots.implementation]: `0x${'f'.repeat(64)}` } }],
    ['code that only begins like a proxy', { code: `0xef0100${target.slice(2)}00` }],
    ['a beacon that says nothing', { storage: { [slots.beacon]: word(beacon) }, answers: '0x' }],
    ['short words', { storage: { [slots.implementation]: '0x0' } }],
  ])('finds none behind %s', async (_, chain) => {
    expect(await setUp(chain).find()).toBeUndefined()
  })

  test('reports nonsense from nodes, and sends nothing for an invalid address or after an abort', async () => {
    await expect(setUp({ code: { a: 1 } }).find()).rejects.toBeInstanceOf(NodeError)
    const { node, find } = setUp({})
    await expect(find({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    const client = createClient({
      chain: xone,
      transport: nodePool(xone, { fetch: node.fetch, storage: null, channel: null }),
    })
    await expect(findImplementation(client, '0x12')).rejects.toBeInstanceOf(InvalidQueryError)
    expect(node.calls).toEqual([])
  })
})
