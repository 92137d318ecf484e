import {
  decodeEventLog,
  encodeAbiParameters,
  pad,
  parseAbiItem,
  toEventSelector,
  type Address,
  type Hex,
} from 'viem'
import { transformWithOxc } from 'vite'
import { afterEach, expect, test } from 'vitest'
import * as core from '../../src/core.ts'
import type { LogDraft } from '../../src/testing/TestChain.ts'
import { createWorld, type World } from '../support/simulation/world.ts'
import { findPaperBlocks } from './papers.ts'

type FollowBalances = (signal: AbortSignal) => AsyncGenerator<ReadonlyMap<Address, bigint>>

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
let world: World
afterEach(() => {
  world.close()
})

/** The fold of the docs, as it stands there. */
async function readExample(given: Record<string, unknown>): Promise<FollowBalances> {
  const [example] = findPaperBlocks('ts').filter(({ code }) => code.includes('followBalances'))
  const { code } = await transformWithOxc(example!.code, 'example.ts')
  const body = code
    .replaceAll(/^import (\{[^}]*\}) from ["']([^"']*)["'];?$/gm, 'const $1 = modules["$2"]')
    .replaceAll(/^export /gm, '')
  const names = Object.keys(given)
  const modules = {
    viem: { decodeEventLog },
    // Time passes as the world's clock says.
    'topic0/core': {
      ...core,
      follow: (client: never, query: never, options: object) =>
        core.follow(client, query, { ...options, clock: world.clock, page: world.page.signals }),
    },
  }
  // oxlint-disable-next-line no-implied-eval
  return new Function('modules', ...names, `${body}\nreturn followBalances`)(
    modules,
    ...names.map((name) => given[name]),
  ) as FollowBalances
}

test.each([
  { depth: 3, is: 'as deep as usual' },
  { depth: 40, is: 'deeper than what is kept' },
])('the balances of the docs are those of the chain after a reorganization $is', async ({ depth }) => {
  world = createWorld({ seed: 5, endpoints: 1, socket: false, incidents: 0, finality: 8, blockTime: 1_000 })
  const { client, clock, node } = world
  const token = node.chain.contracts[0]!
  const holder = (index: number): Address => `0x${String(index % 7).padStart(40, '1')}`
  const pay = (index: number): LogDraft => ({
    address: token,
    topics: [toEventSelector(transfer), pad(holder(index)), pad(holder(3 * index + 1))],
    data: encodeAbiParameters([{ type: 'uint256' }], [BigInt(1_000 + index)]),
  })
  const truth = () => {
    const balances: Record<string, bigint> = {}
    for (const { topics, data } of node.chain.logs(
      { address: token, topics: [toEventSelector(transfer)] },
      0n,
      node.chain.head,
    )) {
      const { args } = decodeEventLog({ abi: [transfer], data, topics: topics as [Hex, ...Hex[]] })
      balances[args.from] = (balances[args.from] ?? 0n) - args.value
      balances[args.to] = (balances[args.to] ?? 0n) + args.value
    }
    return balances
  }
  const followBalances = await readExample({ token, transfer, client })
  const controller = new AbortController()
  let balances: ReadonlyMap<Address, bigint> = new Map()
  const ended = (async () => {
    for await (const told of followBalances(controller.signal)) balances = told
  })()
  const pass = (seconds: number) => clock.run(clock.sleep(seconds * 1_000))
  await pass(10)
  for (let index = 0; index < 60; index++) {
    node.chain.mine(1, { logs: [pay(index), pay(index + 100)] })
    await pass(2)
  }
  await pass(10)
  const shown = () => Object.fromEntries([...balances].filter(([, value]) => value !== 0n))
  const held = (all: Record<string, bigint>) =>
    Object.fromEntries(Object.entries(all).filter(([, value]) => value !== 0n))
  expect(Object.keys(truth()).length).toBeGreaterThan(3)
  expect(shown()).toEqual(held(truth()))
  const before = shown()
  node.chain.reorg(depth, { blocks: 1, logs: [pay(500)] })
  for (let index = 0; index < depth + 2; index++) node.chain.mine(1, { logs: [pay(600 + index)] })
  await pass(60)
  expect(shown()).toEqual(held(truth()))
  expect(shown()).not.toEqual(before)
  controller.abort()
  await expect(ended).rejects.toThrow('aborted')
})
