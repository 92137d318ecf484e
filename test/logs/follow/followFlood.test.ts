import { numberToHex } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../../support/simulation/world.ts'

let world: World
let stop = () => {}
afterEach(() => {
  stop()
  world.close()
})

const hash = (seed: number) => `0x${seed.toString(16).padStart(64, 'd')}`
const bloom = `0x${'f'.repeat(512)}`

/** Heads that a socket invents, by the number of earlier ones. */
const invented: Record<string, (count: number, head: bigint) => { number: bigint; hash: string }> = {
  'of one block': (count, head) => ({ number: head, hash: hash(count) }),
  'that grow': (count, head) => ({ number: head + BigInt(count), hash: hash(count) }),
  'of the next block': (count, head) => ({ number: head + 1n, hash: hash(count) }),
  'far away': (count, head) => ({ number: head + 10_000_000n + BigInt(count), hash: hash(count) }),
  'that go back and forth': (count, head) => ({ number: head - BigInt(count % 7), hash: hash(count) }),
}

describe('a socket that invents a hundred heads a second, with no quota', () => {
  test.each(Object.keys(invented))('%s costs a bounded number of calls', async (kind) => {
    world = createWorld({ seed: 5, endpoints: 2, socket: true, finality: 16, incidents: 0 })
    const { clock, node } = world
    const follower = world.follower({ onChange() {} })
    stop = follower.subscribe(() => {})
    const pass = (milliseconds: number) => clock.run(clock.sleep(milliseconds))
    await pass(10_000)
    node.clearCalls()
    for (let count = 1; count <= 3_000; count++) {
      const socket = node.sockets.find(({ isOpen }) => isOpen)
      const [subscription] = socket?.subscriptions.keys() ?? []
      const { number, hash: own } = invented[kind]!(count, node.chain.head)
      const result = {
        number: numberToHex(number),
        hash: own,
        parentHash: hash(count - 1),
        timestamp: '0x1',
        logsBloom: bloom,
      }
      if (subscription !== undefined)
        socket?.push(
          JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } }),
        )
      await pass(10)
    }
    const perSecond = node.calls.length / 30
    expect(perSecond).toBeLessThan(10)
  })
})
