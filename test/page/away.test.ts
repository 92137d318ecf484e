import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { logId } from '../../src/logs/order.ts'
import { startTestChain, type TestChain } from '../support/anvil.ts'
import { soon } from '../support/soon.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcpProxy.ts'
import { startLivePages, type LivePage } from './LivePage.ts'

const transfer: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
let pages: Awaited<ReturnType<typeof startLivePages>>
let chain: TestChain
let proxy: TcpProxy
let live: LivePage
beforeAll(async () => {
  pages = await startLivePages()
  chain = await startTestChain()
  proxy = await startTcpProxy(Number(new URL(chain.http).port))
})
afterEach(async () => {
  proxy.open()
  await live.context.setOffline(false)
  await live.page.close()
})
afterAll(async () => {
  await pages.close()
  await proxy.close()
  await chain.stop()
})

const pay = (seed: number) => chain.emit('copper', 'pay', { seed, count: 3 })

/** The ids of the node's logs. */
async function truth(): Promise<readonly string[]> {
  const address = chain.contract('copper').address.toLowerCase()
  return (await chain.allLogs())
    .filter((log) => log.address === address && log.topics[0] === transfer)
    .map((log) => logId({ blockHash: log.blockHash, logIndex: Number(log.logIndex) }))
}
const rowCount = async () =>
  Number(await live.page.getByRole('grid', { name: 'Logs' }).getAttribute('aria-rowcount')) - 1

/** Waits until exactly what the node has is shown, by the hook and by the explorer. */
async function complete() {
  const logs = await truth()
  await vi.waitFor(async () => expect((await live.seen()).rows).toEqual(logs), soon)
  await vi.waitFor(async () => expect(await rowCount()).toBe(logs.length), soon)
  return logs
}
const until = (status: string) =>
  vi.waitFor(async () => {
    expect((await live.seen()).states.at(-1)?.status).toBe(status)
    expect(await live.status()).toBe(status)
  }, soon)

/** No state had a duplicate row, and every state that claimed to be up to date had all logs. */
async function expectTruth(count: number) {
  const { states } = await live.seen()
  for (const { status, count: rows, distinct } of states) {
    expect(distinct).toBe(rows)
    if (status === 'live' || status === 'degraded') expect(rows).toBe(count)
  }
}

async function open(by: 'http' | 'webSocket') {
  live = await pages.open({
    chainId: chain.chainId,
    http: proxy.http,
    webSocket: by === 'webSocket' ? proxy.webSocket : undefined,
    contract: chain.contract('copper'),
    topic: transfer,
  })
  await pay(1)
  await complete()
  await until('live')
}

const endpoints = () => live.page.locator('.topic0-log-explorer-endpoints')
const health = () => endpoints().getAttribute('data-state')

interface SeenHealth {
  readonly endpoints: string | undefined
  readonly live: string | undefined
}

/** Runs in the page: records the endpoint state and the live status at each change. */
function watchHealth() {
  const seen: SeenHealth[] = []
  const stateOf = (selector: string) => document.querySelector<HTMLElement>(selector)?.dataset.state
  const observer = new MutationObserver(() => {
    seen.push({
      endpoints: stateOf('.topic0-log-explorer-endpoints'),
      live: stateOf('.topic0-live-status'),
    })
  })
  observer.observe(document.body, { attributes: true, childList: true, subtree: true })
  Object.assign(globalThis, { seenHealth: seen })
}

interface Faded {
  readonly rows: number
  /** Pixels between the header and the first row. */
  readonly top: number
  readonly looks: readonly { readonly time: number; readonly box: number; readonly words: number }[]
}

/** Runs in the page: samples the opacity of the first fading rows at several points of the animation. */
function watchFading() {
  const observer = new MutationObserver(() => {
    const box = document.querySelector('.topic0-log-table-fading')
    const cell = box?.querySelector('[role="gridcell"]')
    if (!box || !cell) return
    observer.disconnect()
    const header = document.querySelector('.topic0-log-table-header')!.getBoundingClientRect()
    const all = document
      .getAnimations()
      .filter(({ effect }) => effect instanceof KeyframeEffect && box.contains(effect.target))
    const looks = [0, 500, 900].map((time) => {
      for (const animation of all) animation.currentTime = time
      const opacity = (element: Element) => Number(getComputedStyle(element).opacity)
      return { time, box: opacity(box), words: opacity(cell) }
    })
    const rows = box.querySelectorAll('[role="row"]')
    const top = rows[0]!.getBoundingClientRect().top - header.bottom
    Object.assign(globalThis, { faded: { rows: rows.length, top, looks } })
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

describe.each(['http', 'webSocket'] as const)('a page that follows by %s', (by) => {
  beforeEach(() => open(by))

  test('is stale while offline; once online, has all logs before it is live', async () => {
    await live.context.setOffline(true)
    // Offline, the browser keeps open connections alive: the proxy has to silence them.
    proxy.freeze()
    await until('stale')
    expect(await live.page.locator('.topic0-live-text').innerText()).toMatch(/Offline/)
    expect(await health()).toBe('down')
    expect(await endpoints().locator('summary').innerText()).toMatch(/Offline/)
    const before = (await live.seen()).rows
    for (let block = 0; block < 4; block++) await pay(10 + block)
    await chain.rpc.request('anvil_reorg', [2, []])
    await pay(20)
    expect((await live.seen()).rows).toEqual(before)
    await until('stale')
    await live.forget()
    await live.context.setOffline(false)
    const logs = await complete()
    await until('live')
    await expectTruth(logs.length)
    await pay(30)
    await complete()
  })

  test('with its node gone, live status and endpoints say so at once and alike; with it back, it is live', async () => {
    await live.page.evaluate(watchHealth)
    proxy.shut()
    await until('stale')
    expect(await live.page.locator('.topic0-live-text').innerText()).toMatch(/No endpoint responds/)
    expect(await health()).toBe('down')
    await endpoints().locator('summary').click()
    expect(await endpoints().getByRole('status').innerText()).toMatch(/No endpoint responds/)
    const before = (await live.seen()).rows
    await pay(70)
    expect((await live.seen()).rows).toEqual(before)
    await live.forget()
    proxy.open()
    const logs = await complete()
    await until('live')
    await expectTruth(logs.length)
    await vi.waitFor(async () => expect(await health()).toBe('ok'), soon)
    const seen = await live.page.evaluate(
      () => (globalThis as unknown as { seenHealth: SeenHealth[] }).seenHealth,
    )
    const pairs = seen.map((one) => `${one.endpoints}, ${one.live}`)
    expect(pairs).toContain('down, stale')
    expect(pairs.filter((one) => one.startsWith('down') && one !== 'down, stale')).toEqual([])
  })

  test('after it was hidden and frozen, has all logs before it is live again', async () => {
    const { page, cdp, context } = live
    const other = await context.newPage()
    await other.bringToFront()
    await vi.waitFor(
      async () => expect(await page.evaluate(() => document.visibilityState)).toBe('hidden'),
      soon,
    )
    await page.evaluate(() => {
      document.addEventListener('freeze', () => Object.assign(globalThis, { isFrozen: true }))
    })
    await live.forget()
    await cdp.send('Page.setWebLifecycleState', { state: 'frozen' })
    await vi.waitFor(async () => expect(await page.evaluate(() => 'isFrozen' in globalThis)).toBe(true), soon)
    const before = (await live.seen()).rows
    for (let block = 0; block < 12; block++) await pay(40 + block)
    await chain.rpc.request('anvil_reorg', [2, []])
    await pay(50)
    expect((await live.seen()).rows).toEqual(before)
    await live.forget()
    await cdp.send('Page.setWebLifecycleState', { state: 'active' })
    await page.bringToFront()
    const logs = await complete()
    await until('live')
    await expectTruth(logs.length)
    await other.close()
  })
})

test('logs removed by a reorganization are marked and announced, then fade in place', async () => {
  await open('webSocket')
  for (let block = 0; block < 6; block++) await pay(60 + block)
  const before = await complete()
  const { page } = live
  const removed = page.locator('[role="row"][data-state="removed"]')
  await page.evaluate(watchFading)
  await chain.rpc.request('anvil_reorg', [3, []])
  const left = await vi.waitFor(async () => {
    const logs = await truth()
    expect(logs.length).toBeLessThan(before.length)
    expect((await live.seen()).rows).toEqual(logs)
    return logs
  }, soon)
  const gone = before.length - left.length
  await vi.waitFor(async () => expect(await removed.count()).toBe(gone), soon)
  expect(await rowCount()).toBe(before.length)
  expect(await page.getByText(`incl. ${gone} removed`).isVisible()).toBe(true)
  const notice = page.locator('[aria-live]').filter({ hasText: `${gone} logs removed` })
  expect(await notice.isVisible()).toBe(true)
  // The notice does not truncate it.
  const text = page.locator('.topic0-live-text')
  expect(await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)

  const faded = await vi.waitFor(async () => {
    const seen = await page.evaluate(() => (globalThis as { faded?: Faded }).faded)
    expect(seen).toBeDefined()
    return seen!
  }, soon)
  expect(faded.rows).toBe(gone)
  // They stay in place: the first one begins where the header ends.
  expect(faded.top).toBeCloseTo(0, 0)
  // Old and new text are never visible at once.
  expect(faded.looks).toEqual([
    { time: 0, box: 1, words: 1 },
    { time: 500, box: 1, words: 0 },
    { time: 900, box: 0, words: 0 },
  ])
  await vi.waitFor(async () => expect(await page.locator('.topic0-log-table-fading').count()).toBe(0), soon)
  expect(await rowCount()).toBe(left.length)
})
