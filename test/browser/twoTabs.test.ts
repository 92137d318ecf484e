import { afterEach, beforeEach, expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import type { Tab } from './twoTabs.page.ts'

/** Two pages of one origin, each with a process, modules and endpoints of its own; storage and channels are the browser's. */
const script = '/test/browser/twoTabs.page.ts'

/** Each page loads its modules one by one, as a development server has them. */
const timeout = 180_000

type Given<name extends keyof Tab> = Parameters<Tab[name]>
type Got<name extends keyof Tab> = Awaited<ReturnType<Tab[name]>>

async function openTab() {
  const tab = await commands.openTab(script)
  return {
    call: <name extends keyof Tab>(name: name, ...given: Given<name>): Promise<Got<name>> =>
      commands.inTab<Got<name>>(tab, name, ...given),
    reload: () => commands.reloadTab(tab),
  }
}

// Other tests of this origin have counted calls there.
beforeEach(() => localStorage.clear())

afterEach(async () => {
  await commands.closeTabs()
  localStorage.clear()
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('two-tabs').addEventListener('success', resolve)
  })
})

test(
  'two pages that scan at once share their count, and keep the blocks and limits of both',
  async () => {
    const [one, two] = [await openTab(), await openTab()]
    const faults = { maxBlockRange: 100, maxResults: 70 }
    const [left, right] = await Promise.all([
      one.call('scan', [0, 2_400], faults),
      two.call('scan', [1_600, 3_900], faults),
    ])
    for (const read of [left, right]) expect(read).toMatchObject({ isTrue: true, failed: 0 })
    const calls = (await one.call('status')).calls + (await two.call('status')).calls
    for (const tab of [one, two]) await expect.poll(async () => (await tab.call('status')).used).toBe(calls)

    // Reloaded, and in a new page: all of it is known, from disk alone.
    const three = await openTab()
    await one.reload()
    for (const tab of [one, three])
      expect(await tab.call('status')).toMatchObject({
        calls: 0,
        used: calls,
        limits: { blockRange: 100, results: 70 },
      })
    const records = await three.call('records')
    expect(records.filter(({ isTrue }) => !isTrue)).toEqual([])
    for (const tab of [one, two, three])
      expect(await tab.call('scan', [0, 3_900])).toMatchObject({ isTrue: true, failed: 0, asked: 0 })
    expect(await three.call('status')).toMatchObject({ storage: 'open' })
  },
  timeout,
)

test(
  'two pages that repeatedly read the same blocks leave no incomplete record',
  async () => {
    const [one, two] = [await openTab(), await openTab()]
    for (let round = 0; round < 6; round++) {
      const from = round * 500
      // They overlap, each ahead in turn, and neither waits for the other to write.
      const [a, b] = round % 2 === 0 ? [one, two] : [two, one]
      const reads = await Promise.all([
        a.call('scan', [from, from + 700], { maxBlockRange: 30 + round }),
        b.call('scan', [from + 150, from + 850], { maxBlockRange: 47 - round }),
        a.call('scan', [from + 90, from + 600], { maxBlockRange: 30 + round }),
      ])
      for (const read of reads) expect(read).toMatchObject({ isTrue: true, failed: 0 })
    }
    const records = await one.call('records')
    expect(records.filter(({ isTrue }) => !isTrue)).toEqual([])
    const three = await openTab()
    expect(await three.call('scan', [0, 3_350])).toMatchObject({ isTrue: true, asked: 0 })
  },
  timeout,
)

test(
  'a limit that one page learns or drops is known to the other, which does not restore it',
  async () => {
    const [one, two] = [await openTab(), await openTab()]
    const expectLimits = (limits: object) =>
      expect
        .poll(async () => [(await one.call('status')).limits, (await two.call('status')).limits])
        .toEqual([limits, limits])
    expect(await one.call('ask', 150, { maxBlockRange: 100 })).toContain('max block range 100')
    await expectLimits({ blockRange: 100 })
    expect(await two.call('ask', 120)).toBe('answered')
    await expectLimits({})
    expect(await one.call('ask', 40, { maxResults: 30 })).toContain('more than 30 results')
    await expectLimits({ results: 30 })
    await one.reload()
    expect((await one.call('status')).limits).toEqual({ results: 30 })
  },
  timeout,
)
