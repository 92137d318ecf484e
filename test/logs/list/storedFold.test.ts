import { expect, test } from 'vitest'
import { openStoredFold } from '../../../src/logs/cache/openStoredFold.ts'
import { createLogList } from '../../../src/logs/list/LogList.ts'
import { LogsFold } from '../../../src/logs/list/LogsFold.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { logId } from '../../../src/logs/order.ts'
import { Chain } from '../cache/cacheChain.ts'
import { memoryFolds } from '../cache/cacheMemoryStorage.ts'

const all = new Chain().read({ from: 0n, to: 999n }, { address: undefined, topics: [] })
const forkFrom = (at: number) =>
  all.map((log, index): RawLog =>
    index < at ? log : { ...log, blockHash: `0x${'ab'.repeat(4)}${log.blockHash.slice(10)}` },
  )

/** Opens the fold of a page. `update` resolves to the number of logs that it reduced. */
async function openPage(folds: ReturnType<typeof memoryFolds>, version = 1) {
  const errors: Error[] = []
  const options = { chainId: 1, name: 'ids', version, onError: (error: Error) => errors.push(error) }
  const stored = await openStoredFold<readonly string[]>(folds, options)
  const fold = new LogsFold<RawLog, readonly string[]>([], { stored: stored.checkpoints })
  return {
    errors,
    fold,
    close: () => stored.close(),
    async update(logs: readonly RawLog[], finals = logs.length) {
      let reduced = 0
      const reduce = (ids: readonly string[], some: readonly RawLog[]) => {
        reduced += some.length
        return [...ids, ...some.map(logId)]
      }
      const finalTo = finals === 0 ? undefined : logs[finals - 1]!.blockNumber
      const state = await fold.update(createLogList(logs), reduce, { finalTo })
      expect(state).toEqual(logs.map(logId))
      if (fold.final) stored.save(fold.final)
      return reduced
    },
  }
}

/** Stores the state after this many logs, with later ones on top. Returns the length of what is stored. */
async function storeAt(folds: ReturnType<typeof memoryFolds>, finals: number): Promise<number> {
  const page = await openPage(folds)
  await page.update(all, finals)
  const { length } = page.fold.final!
  await expect.poll(() => folds.lengths()).toContain(length)
  page.close()
  return length
}

test('a new page reduces only the logs after the stored state', async () => {
  const folds = memoryFolds()
  const length = await storeAt(folds, 400)
  expect(length).toBeGreaterThanOrEqual(400)
  const page = await openPage(folds)
  expect(page.fold.mayFitLater(createLogList(all.slice(0, 100)))).toBe(true)
  expect(await page.update(all, 0)).toBe(all.length - length)
  expect(page.fold.mayFitLater(createLogList(all))).toBe(false)
  page.close()
})

test('a reorg below the newest state continues with an earlier one, a deeper one from the start', async () => {
  const folds = memoryFolds()
  const lengths = []
  for (const finals of [100, 200, 300, 400, 500]) lengths.push(await storeAt(folds, finals))
  const [oldest, , second, third, newest] = lengths as [number, number, number, number, number]
  expect(folds.lengths()).toEqual([oldest, second, third, newest])
  for (const [forked, start] of [
    [450, third],
    [350, second],
    [250, oldest],
    [50, 0],
  ] as const) {
    const page = await openPage(folds)
    expect(await page.update(forkFrom(forked), 0)).toBe(all.length - start)
    page.close()
  }
  // What is written next deletes the states that no longer fit.
  const page = await openPage(folds)
  await page.update(forkFrom(250), 280)
  await expect.poll(() => folds.lengths()).toEqual([oldest, page.fold.final!.length])
  page.close()
})

test('another version, a list with a gap and a damaged state are reduced from the start', async () => {
  const folds = memoryFolds()
  await storeAt(folds, 400)
  const other = await openPage(folds, 2)
  expect(await other.update(all, 0)).toBe(all.length)
  other.close()
  const gap = [...all.slice(0, 50), ...all.slice(60)]
  const gapped = await openPage(folds)
  expect(await gapped.update(gap, 0)).toBe(gap.length)
  gapped.close()
  folds.damage()
  const damaged = await openPage(folds)
  expect(await damaged.update(all, 0)).toBe(all.length)
  damaged.close()
})

test('a state without a text form is reported, and not stored', async () => {
  const folds = memoryFolds()
  const errors: Error[] = []
  const stored = await openStoredFold<() => void>(folds, {
    chainId: 1,
    name: 'functions',
    version: 0,
    onError: (error) => errors.push(error),
  })
  stored.save({ length: 1, lastId: 'a', state: () => {} })
  await expect
    .poll(() => errors.map(({ message }) => message))
    .toEqual([expect.stringContaining('cannot be stored')])
  expect(folds.lengths()).toEqual([])
  stored.close()
})

test.each(['list', 'read', 'write'] as const)(
  'a storage whose %s fails counts as an empty one, and is reported',
  async (method) => {
    const folds = memoryFolds()
    await storeAt(folds, 400)
    const failing = {
      ...folds,
      [method]: async () => {
        throw new Error(`no ${method}`)
      },
    }
    const page = await openPage(failing)
    expect(await page.update(method === 'write' ? forkFrom(0) : all, 500)).toBe(all.length)
    await expect.poll(() => page.errors.map(({ message }) => message)).toContain(`no ${method}`)
    page.close()
  },
)
