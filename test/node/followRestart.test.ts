import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestChain, type TestChain } from '../support/anvil.ts'
import { followToken } from '../support/followToken.ts'
import { removedIn } from '../support/LogFold.ts'
import { soon } from '../support/soon.ts'

let chain: TestChain
let end: (() => void) | undefined
beforeEach(async () => {
  chain = await startTestChain()
})
afterEach(async () => {
  end?.()
  end = undefined
  await chain.stop()
})

const pay = (seed: number) => chain.emit('harbour', 'pay', { seed, count: 3 })

describe.each(['http', 'webSocket'] as const)(
  'a node whose process is killed and started again, over %s',
  (by) => {
    async function follow() {
      const { http, webSocket } = chain
      const followed = await followToken(chain, {
        http,
        webSocket: by === 'webSocket' ? webSocket : undefined,
      })
      end = followed.end
      for (let block = 0; block < 12; block++) await pay(block)
      await followed.complete()
      return followed
    }

    test('with its chain: existing logs stay, and new ones are added', async () => {
      const { complete, until, follower, shown, changes } = await follow()
      const before = shown()
      await chain.restart('kept', async () => {
        // The outage is reported, and no log is removed for it.
        await vi.waitFor(() => expect(follower.getState().error).toBeDefined(), soon)
        expect(shown()).toEqual(before)
      })
      await complete()
      expect(shown()).toEqual(before)
      for (let block = 0; block < 3; block++) await pay(50 + block)
      await complete()
      await until('live')
      expect(follower.getState()).toMatchObject({
        source: by === 'http' ? 'polling' : 'socket',
        error: undefined,
      })
      expect(removedIn(changes)).toEqual([])
      expect(changes.flatMap(({ reorg }) => reorg ?? [])).toEqual([])
    })

    test('with another chain of the same id: all old logs are removed, all new ones added', async () => {
      const { complete, until, follower, shown, changes, start } = await follow()
      await chain.restart('lost')
      // It is shorter: nothing of it belongs here yet.
      expect(await complete()).toEqual([])
      expect(changes.at(-1)?.reorg?.isDeep).toBe(true)
      await chain.mine(Number(start - (await chain.head())) - 1)
      for (let block = 0; block < 12; block++) await pay(100 + block)
      expect((await complete()).length).toBeGreaterThan(0)
      expect(shown().length).toBeGreaterThan(0)
      await until('live')
      expect(follower.getState()).toMatchObject({
        head: await chain.head(),
        staleFrom: undefined,
        error: undefined,
      })
    })

    test('with a chain of another id: nothing of it is shown, until its own is back', async () => {
      const { complete, until, follower, shown } = await follow()
      const before = shown()
      await chain.restart('lost', undefined, 31337)
      await vi.waitFor(
        () => expect(follower.getState()).toMatchObject({ status: 'stale', connectivity: 'wrong-network' }),
        soon,
      )
      expect(shown()).toEqual(before)
      await chain.restart('lost')
      await complete()
      await until('live')
    })
  },
)
