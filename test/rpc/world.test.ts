import { describe, expect, test } from 'vitest'
import { createWorld } from '../support/simulation/world.ts'

const everything = { address: undefined, topics: [] }

/** Runs a world for ten minutes with a listener and requests, and returns a record of it. */
async function live(seed: number) {
  const world = createWorld({ seed, incidents: 5_000 })
  const heads: string[] = []
  const stop = world.pool.subscribeHeads?.({ onData: ({ hash }) => heads.push(hash) })
  world.start()
  for (let minute = 0; minute < 10; minute++) {
    await world.clock.run(world.clock.sleep(60_000))
    await world.clock.run(world.pool.request({ method: 'eth_blockNumber' }).catch(() => undefined))
  }
  world.calm()
  await world.clock.run(world.clock.sleep(180_000))
  stop?.()
  return { world, heads }
}

describe('the simulated world', () => {
  test('is the same each time for the same seed', async () => {
    const [one, same, other] = [await live(5), await live(5), await live(6)]
    expect(one.world.notes).toEqual(same.world.notes)
    expect(one.heads).toEqual(same.heads)
    expect(one.world.canonical(everything)).toEqual(same.world.canonical(everything))
    expect(one.world.notes).not.toEqual(other.world.notes)
    for (const { world } of [one, same, other]) world.close()
  })

  test('answers correctly once it is calm, and remembers earlier chains', async () => {
    const { world } = await live(11)
    const { head } = world.node.chain
    const { result } = await world.clock.run(
      world.pool.request<unknown[]>({ method: 'eth_getLogs', params: [{ fromBlock: '0x0' }] }),
    )
    expect(result.length).toBe(world.canonical(everything).length)
    expect(world.version).toBeGreaterThan(0)
    const range = { from: 0n, to: head }
    const truths = [...world.truths(everything, range)]
    expect(truths[0]).toEqual(world.canonical(everything))
    world.close()
    const sent = world.node.calls.length
    await world.clock.run(world.clock.sleep(600_000))
    expect(world.node.calls.length).toBe(sent)
    expect(world.node.sockets.filter(({ isOpen }) => isOpen)).toEqual([])
  })

  test('a sleep advances the clock but not the timers, and setting the clock does not affect them', async () => {
    const { clock, close } = createWorld({ seed: 1 })
    const start = clock.now()
    const fired: number[] = []
    clock.setTimeout(() => fired.push(clock.now() - start), 1_000)
    clock.set(-3_600_000)
    clock.suspend(60_000)
    await clock.run(clock.sleep(10))
    expect(fired).toEqual([60_000 - 3_600_000])
    expect(close).toBeTypeOf('function')
    await expect(clock.run(new Promise(() => {}))).rejects.toThrow('never comes')
  })
})
