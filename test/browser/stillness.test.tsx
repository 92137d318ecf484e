import { expect, test } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { LogTable } from '../../src/components.ts'
import { createLogsConfig } from '../../src/index.ts'
import '../../src/explorer.css'
import { LogExplorer } from '../../src/widget.ts'
import { makeRow } from '../components/makeRow.ts'
import { chain, localNetwork } from '../support/browserChain.ts'

/** Layout shifts as the browser counts them, with the elements that moved. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly {
    readonly node: Element | null
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
}

const logs = Array.from({ length: 200 }, (_, at) => makeRow(200 - at, { blockTimestamp: 1_700_000_000n }))

// A tenth of what browsers call good; one line more above the table is ten times as much.
const most = 0.01

/** Resolves once the page has the size: what is mounted earlier would move when it arrives. */
async function resize(width: number, height: number): Promise<void> {
  await page.viewport(width, height)
  await expect.poll(() => [innerWidth, innerHeight]).toEqual([width, height])
}

const rect = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')

/** Layout shifts during an action, beginning with the total. */
async function watchShifts(run: () => Promise<void>): Promise<{ total: number; moved: string }> {
  const shifts: LayoutShift[] = []
  const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as LayoutShift[])))
  observer.observe({ type: 'layout-shift' })
  await run()
  // Two frames later, all rendering has been counted.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  shifts.push(...(observer.takeRecords() as LayoutShift[]))
  observer.disconnect()
  const counted = shifts.filter(({ hadRecentInput }) => !hadRecentInput)
  const moved = counted.map(
    ({ value, sources }) =>
      `${value.toFixed(4)} ${sources.map((one) => `${one.node?.className} ${rect(one.previousRect)} to ${rect(one.currentRect)}`).join(', ')}`,
  )
  return { total: counted.reduce((sum, { value }) => sum + value, 0), moved: moved.join('\n') }
}

test.each([360, 800, 1300, 1920])('nothing moves while the first logs arrive: %i px', async (width) => {
  await resize(width, 900)
  const { total, moved } = await watchShifts(async () => {
    await render(
      <LogExplorer
        config={createLogsConfig({ networks: [localNetwork()] })}
        contracts={chain.contracts}
        defaultLive
        style={{ blockSize: '860px' }}
      />,
    )
    const rows = () => Number(document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount')) - 1
    await expect.poll(rows).toBeGreaterThan(0)
    await expect.element(page.getByText('Limit reached', { exact: true }).first()).toBeInTheDocument()
  })
  expect(total, moved).toBeLessThan(most)
})

test.each([360, 1300])('nothing moves while the first logs are counted in groups: %i px', async (width) => {
  await resize(width, 900)
  const config = createLogsConfig({ networks: [localNetwork()] })
  const explorer = <LogExplorer config={config} defaultLive style={{ blockSize: '860px' }} />
  // It shows groups on the next visit because they were looked at last.
  await render(explorer)
  await page.getByRole('radio', { name: 'Groups' }).click({ force: true })
  await cleanup()
  const { total, moved } = await watchShifts(async () => {
    await render(explorer)
    await expect.element(page.getByText(/^\d+ groups$/)).toBeInTheDocument()
    await expect.element(page.getByText('Limit reached', { exact: true }).first()).toBeInTheDocument()
  })
  expect(total, moved).toBeLessThan(most)
})

test.each([360, 600, 900])('nothing moves in a table that is mounted with its logs: %i px', async (width) => {
  await resize(width, 700)
  const { total, moved } = await watchShifts(async () => {
    await render(<LogTable logs={logs} style={{ blockSize: '500px' }} />)
    await expect.poll(() => document.querySelectorAll('[role="gridcell"]').length).toBeGreaterThan(10)
  })
  expect(total, moved).toBe(0)
})
