import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createPublicClient, type Address, type PublicClient } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { defineNetwork } from '../../src/logs/archive/defineNetwork.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import { findBlocks } from '../readme/findExamples.ts'
import { createFakeNode } from '../support/fakeNode.ts'
import { fakeEvents } from '../support/SeededChain.ts'

const folder = resolve('.cache/migrating')
const blocks = findBlocks('docs/migrating.md').filter(({ language }) => language === 'ts')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The functions of the blocks that export one, in the order of the page. */
async function load<callable>(name: string): Promise<callable[]> {
  mkdirSync(folder, { recursive: true })
  const found = blocks.filter(({ code }) => code.includes(`function ${name}(`))
  return Promise.all(
    found.map(async ({ code, line }) => {
      const file = `${folder}/${name}-${line}.ts`
      writeFileSync(
        file,
        code.replaceAll("'topic0/core'", () => JSON.stringify(resolve('src/core.ts'))),
      )
      const module = (await import(/* @vite-ignore */ file)) as Record<string, callable>
      return module[name]!
    }),
  )
}

type ReadTransfers = (
  client: PublicClient,
  address: Address,
  fromBlock: bigint,
  toBlock: bigint,
) => Promise<{ blockNumber: bigint; logIndex: number; args: object }[]>
type WatchTransfers = (
  client: PublicClient,
  address: Address,
  signal: AbortSignal,
  show: (count: number) => void,
) => Promise<void>

function start() {
  const node = createFakeNode({ blocks: 5_000, logsPerBlock: 1 })
  const chain = defineNetwork(xone, { http: node.urls, webSocket: node.webSocketUrl })
  const { fetch, WebSocket } = node
  const transport = nodePool(chain, { fetch, WebSocket, storage: null, channel: null })
  return { node, client: createPublicClient({ chain, transport }), address: node.chain.contracts[0]! }
}

describe('docs/migrating.md', () => {
  test('getLogs in a loop and scan read the same', async () => {
    const [before, after] = await load<ReadTransfers>('readTransfers')
    const { client, address } = start()
    const seen = await Promise.all(
      [before!, after!].map(async (read) =>
        (await read(client, address, 100n, 4_500n)).map(({ blockNumber, logIndex, args }) => ({
          blockNumber,
          logIndex,
          args,
        })),
      ),
    )
    expect(seen[0]!.length).toBeGreaterThan(100)
    expect(seen[1]).toEqual(seen[0])
  })

  test('follow yields mined logs', async () => {
    const [, after] = await load<WatchTransfers>('watchTransfers')
    const { node, client, address } = start()
    const end = new AbortController()
    let shown = 0
    const mining = setInterval(() => node.chain.mine(), 20)
    const watched = after!(client, address, end.signal, (count) => {
      shown += count
      if (shown >= 3) end.abort()
    })
    await expect(watched).rejects.toThrow()
    clearInterval(mining)
    const event = fakeEvents[0]
    const mined = node.chain.logs({ address, topics: [event] }, 5_000n, node.chain.head)
    expect(shown).toBeGreaterThan(2)
    expect(shown).toBeLessThanOrEqual(mined.length)
  })
})
