import {
  concatHex,
  createClient,
  encodeErrorResult,
  parseAbi,
  size,
  type Address,
  type Hash,
  type Hex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTransaction } from '../../src/logs/lookup/readTransaction.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import { decodeCall, decodeRevert } from '../../src/widget/panels/decodeCall.ts'
import { startTestChain, type TestChain } from '../support/anvil.ts'

let chain: TestChain
interface Call {
  readonly id: number
  readonly method: string
}

let bodies: Call[][] = []
/** A method that the node refuses, as one without the state. */
let refuse: string | undefined

beforeAll(async () => {
  chain = await startTestChain({ seed: 5 })
})
afterAll(async () => {
  await chain.stop()
})

function connect() {
  const transport = nodePool(chain.network(), {
    fetch(input, init) {
      const body = JSON.parse(init?.body as string) as Call | Call[]
      bodies.push(Array.isArray(body) ? body : [body])
      if (!Array.isArray(body) && body.method === refuse) {
        const error = { code: -32000, message: 'missing trie node 1f2e (path )' }
        return Promise.resolve(Response.json({ jsonrpc: '2.0', id: body.id, error }))
      }
      return fetch(input, init)
    },
  })
  return createClient({ chain: chain.network(), transport })
}

describe('on a real chain', () => {
  test('a transaction has its receipt and all of its logs, read in one message', async () => {
    const wanted = await chain.emit('harbour', 'pay', { seed: 3, count: 7 })
    const expected = (await chain.allLogs()).filter((one) => one.transactionHash === wanted)
    const client = connect()
    bodies = []
    const read = (await readTransaction(client, wanted))!
    expect(read).toMatchObject({ hash: wanted, status: 'success', contractAddress: undefined })
    expect(read.gasUsed).toBeGreaterThan(21_000n)
    expect(read.gasPrice).toBeGreaterThan(0n)
    expect(expected.length).toBeGreaterThanOrEqual(7)
    expect(read.logs.map(({ logIndex, data }) => [logIndex, data])).toEqual(
      expected.map(({ logIndex, data }) => [Number(logIndex), data]),
    )
    const sent = bodies.find((calls) => calls.some(({ method }) => method === 'eth_getTransactionReceipt'))!
    expect(sent.map(({ method }) => method)).toContain('eth_getTransactionByHash')
    const known = chain.contracts.map(({ address, abi }) => ({ address, abi, label: '' }))
    expect(decodeCall(read, known)).toMatchObject({ name: expect.any(String), args: expect.any(Array) })
    expect(decodeCall(read, [])).toBeUndefined()
    client.transport.pool.close()
  })

  test('one that creates a contract names it, and an unknown one is undefined', async () => {
    const client = connect()
    const blocks = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((number) =>
        chain.rpc.request('eth_getBlockByNumber', [`0x${number}`, true]),
      ),
    )
    const sent = (blocks as { transactions: { hash: Hash; to: string | null }[] }[]).flatMap(
      ({ transactions }) => transactions,
    )
    const read = await readTransaction(client, sent.find(({ to }) => to === null)!.hash)
    expect(read).toMatchObject({ to: undefined, contractAddress: expect.stringMatching(/^0x[0-9a-f]{40}$/) })
    expect(await readTransaction(client, `0x${'ab'.repeat(32)}`)).toBeUndefined()
    client.transport.pool.close()
  })

  test('one that was reverted is replayed to learn why, and no other one', async () => {
    const client = connect()
    const harbour = chain.contract('harbour')
    // transfer(address,uint256) of more than anyone has.
    const hash = await send({ to: harbour.address, data: `0xa9059cbb${'00'.repeat(12)}${'11'.repeat(52)}` })
    await chain.mine()
    bodies = []
    const read = (await readTransaction(client, hash))!
    expect(read).toMatchObject({ status: 'reverted', logs: [], replay: { status: 'reverted' } })
    expect(bodies.flat().filter(({ method }) => method === 'eth_call')).toHaveLength(1)
    expect(decodeRevert(read.replay, chain.contracts)).toMatchObject({
      name: 'InsufficientBalance',
      args: [
        { name: 'owner' },
        { name: 'balance', value: 0n },
        { name: 'needed', value: BigInt(`0x${'11'.repeat(32)}`) },
      ],
    })
    bodies = []
    await readTransaction(client, await chain.emit('harbour', 'pay'))
    expect(bodies.flat().map(({ method }) => method)).not.toContain('eth_call')
    client.transport.pool.close()
  })

  test('the data of a revert is as the contract gave it', async () => {
    const client = connect()
    // Reverts with its own input.
    const echo = await deploy('0x366000600037366000fd')
    const abi = parseAbi(['error Error(string)', 'error Panic(uint256)', 'error Unknown(uint256)'])
    const given: readonly Hex[] = [
      encodeErrorResult({ abi, errorName: 'Error', args: ['too late'] }),
      encodeErrorResult({ abi, errorName: 'Panic', args: [0x11n] }),
      encodeErrorResult({ abi, errorName: 'Unknown', args: [7n] }),
      '0x',
    ]
    const hashes: Hash[] = []
    for (const data of given) hashes.push(await send({ to: echo, data }))
    await chain.mine()
    const replays = await Promise.all(
      hashes.map(async (hash) => (await readTransaction(client, hash))!.replay),
    )
    expect(replays).toMatchObject(given.map((data) => ({ status: 'reverted', data })))
    expect(replays.slice(0, 2).map((replay) => decodeRevert(replay, []))).toMatchObject([
      { signature: 'Error(string)', args: [{ value: 'too late' }] },
      { signature: 'Panic(uint256)', args: [{ value: 17n }] },
    ])
    expect(replays.slice(2).map((replay) => decodeRevert(replay, []))).toEqual([undefined, undefined])
    client.transport.pool.close()
  })

  test('a replay may succeed, or be impossible', async () => {
    const client = connect()
    // Stores 1, and reverts if it is stored already.
    const once = await deploy('0x60005415600b57600080fd5b600160005500')
    const [, second] = [await send({ to: once }), await send({ to: once })]
    await chain.mine()
    expect(await readTransaction(client, second)).toMatchObject({
      status: 'reverted',
      replay: { status: 'success' },
    })
    refuse = 'eth_call'
    expect(await readTransaction(client, second)).toMatchObject({
      status: 'reverted',
      replay: { status: 'error', kind: 'pruned' },
    })
    refuse = undefined
    client.transport.pool.close()
  })
})

/** Sends from the node's first account. With a gas limit the node does not simulate it first. */
async function send(transaction: { to?: Address; data?: Hex }): Promise<Hash> {
  const [from] = chain.accounts
  return (await chain.rpc.request('eth_sendTransaction', [{ from, gas: '0x30000', ...transaction }])) as Hash
}

/** Deploys a contract with this code. */
async function deploy(code: Hex): Promise<Address> {
  const length = size(code).toString(16).padStart(2, '0')
  const hash = await send({ data: concatHex([`0x60${length}600c60003960${length}6000f3`, code]) })
  await chain.mine()
  const receipt = await chain.rpc.request('eth_getTransactionReceipt', [hash])
  return (receipt as { contractAddress: Address }).contractAddress
}
