import { afterEach, expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { defineChain } from 'viem'
import { createLogsConfig, defineNetwork } from '../../src/index.ts'
import '../../src/styles.css'
import { LogExplorer } from '../../src/widget.ts'

const chain = inject('chain')
const network = defineNetwork(
  defineChain({
    id: chain.chainId,
    name: 'Local',
    nativeCurrency: { name: 'Xone', symbol: 'XOC', decimals: 18 },
    rpcUrls: { default: { http: [chain.http] } },
  }),
  { http: [chain.http] },
)

/** How the browser counts what moved by itself, with the elements that did. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Element | null }[]
}

afterEach(async () => {
  await cleanup()
  localStorage.clear()
})

// A tenth of what browsers call good; one line more above the table is ten times as much.
const most = 0.01

test.each([360, 800, 1280, 1920])('nothing moves while the first logs come in: %i px', async (width) => {
  await page.viewport(width, 900)
  const shifts: LayoutShift[] = []
  const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as LayoutShift[])))
  observer.observe({ type: 'layout-shift' })
  await render(
    <LogExplorer
      config={createLogsConfig({ networks: [network] })}
      contracts={chain.contracts}
      defaultLive
      style={{ blockSize: '860px' }}
    />,
  )
  const rows = () => Number(document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount')) - 1
  await expect.poll(rows, { timeout: 30_000 }).toBeGreaterThan(0)
  await expect.element(page.getByText('History complete', { exact: true })).toBeInTheDocument()
  // Two frames on, everything that was drawn has been counted.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  shifts.push(...(observer.takeRecords() as LayoutShift[]))
  observer.disconnect()
  const counted = shifts.filter(({ hadRecentInput }) => !hadRecentInput)
  const total = counted.reduce((sum, { value }) => sum + value, 0)
  const moved = counted.map(
    ({ value, sources }) => `${value.toFixed(4)} ${sources.map(({ node }) => node?.className).join(', ')}`,
  )
  expect(total, moved.join('\n')).toBeLessThan(most)
})
