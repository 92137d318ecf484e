import { StrictMode } from 'react'
import { createClient } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { RequestLog } from '../../src/components/RequestLog/RequestLog.tsx'
import { createLogsConfig, nodePool } from '../../src/index.ts'
import '../../src/explorer.css'
import { LogExplorer } from '../../src/widget.ts'
import { chain, localNetwork } from '../support/browserChain.ts'

const network = localNetwork()

beforeEach(() => page.viewport(1500, 520))
const grid = () => page.getByRole('grid', { name: 'Logs' }).element()
const active = () => document.activeElement as HTMLElement

/** The focused element, if its first line is covered or it is out of view. */
function coveredFocus(): string[] {
  const { left, top, width, height } = active().getBoundingClientRect()
  const at = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 12))
  const isSeen = at && (active().contains(at) || active().closest('label')?.contains(at))
  return isSeen ? [] : [active().outerHTML.slice(0, 160)]
}

/** Elements covered while a key was pressed several times. */
async function press(keys: string, times: number): Promise<string[]> {
  const covered: string[] = []
  for (let presses = 0; presses < times; presses++) {
    await userEvent.keyboard(keys)
    covered.push(...coveredFocus())
  }
  return covered
}

test('focus is never under sticky parts: end of the form, header of the table, head of the details', async () => {
  await render(
    <LogExplorer
      config={createLogsConfig({ networks: [network] })}
      contracts={chain.contracts}
      style={{ blockSize: '500px' }}
    />,
  )
  await expect.poll(() => document.querySelectorAll('[role="gridcell"]').length).toBeGreaterThan(20)
  await page.getByRole('radio', { name: 'By event' }).click({ force: true })
  await page.getByRole('combobox', { name: 'Event' }).fill('Transfer')
  await userEvent.keyboard('{Enter}')
  expect(await press('{Tab}', 8)).toEqual([])
  expect(await press('{Shift>}{Tab}{/Shift}', 8)).toEqual([])

  // The estimate is visible next to the submit button.
  const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()
  document.querySelector<HTMLElement>('[type="submit"]')!.focus()
  await expect
    .poll(() => box('.topic0-filter-footer').top - box('.topic0-scan-estimate').bottom)
    .toBeGreaterThanOrEqual(0)

  document.querySelector<HTMLElement>('.topic0-log-explorer-skip')!.click()
  expect(active().getAttribute('role')).toBe('gridcell')
  expect(await press('{PageDown}', 3)).toEqual([])
  expect(await press('{ArrowUp}', 12)).toEqual([])
  expect(await press('{ArrowRight}', 5)).toEqual([])
  expect(await press('{ArrowLeft}', 5)).toEqual([])

  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('article')).toBeVisible()
  const inDetails = [...document.querySelectorAll<HTMLElement>('article button')]
  expect(inDetails.length).toBeGreaterThan(8)
  inDetails.at(-1)!.focus()
  expect(await press('{Shift>}{Tab}{/Shift}', inDetails.length - 1)).toEqual([])
})

test('cancelling a scan moves focus to the table', async () => {
  // No logs until the scan is aborted.
  const transport = nodePool(network, {
    storage: null,
    channel: null,
    fetch: (url, init) =>
      typeof init?.body === 'string' && init.body.includes('eth_getLogs')
        ? new Promise((_, reject) =>
            init.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error)),
          )
        : fetch(url, init),
  })
  const clients = [createClient({ chain: network, transport })]
  const config = createLogsConfig({ networks: [network], clients })
  await render(<LogExplorer config={config} defaultQuery={{ fromBlock: 0n }} />)
  const cancel = page.getByRole('region', { name: 'Results' }).getByRole('button', { name: 'Cancel' })
  await expect.element(cancel).toBeVisible()
  ;(cancel.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(cancel).not.toBeInTheDocument()
  expect(grid().contains(active())).toBe(true)
})

test('a popover closes when focus moves on, and does not pull it back', async () => {
  await render(
    <StrictMode>
      <LogExplorer config={createLogsConfig({ networks: [network] })} style={{ blockSize: '500px' }} />
    </StrictMode>,
  )
  await expect.poll(() => document.querySelectorAll('[role="gridcell"]').length).toBeGreaterThan(20)
  const dialog = page.getByRole('dialog')
  const field = page.getByRole('textbox', { name: 'Contracts' })

  for (const name of ['Export', 'Share']) {
    const located = page.getByRole('button', { name, exact: true })
    await expect.element(located).toBeEnabled()
    const button = located.element() as HTMLElement
    button.focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(active()).toBe(button)

    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).toBeVisible()
    while (active().closest('[role="dialog"]')) await userEvent.keyboard('{Tab}')
    const next = active()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(active()).toBe(next)
    expect(coveredFocus()).toEqual([])

    await userEvent.click(button)
    await expect.element(dialog).toBeVisible()
    await userEvent.click(field)
    await expect.element(dialog).not.toBeInTheDocument()
    expect(active()).toBe(field.element())
  }

  await userEvent.click(page.getByRole('button', { name: 'View' }))
  await expect.element(page.getByRole('menu')).toBeVisible()
  await userEvent.click(field)
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  expect(active()).toBe(field.element())
})

test('where rows are cards, column names appear when keys reach them', async () => {
  await page.viewport(360, 700)
  await render(
    <LogExplorer config={createLogsConfig({ networks: [network] })} style={{ blockSize: '680px' }} />,
  )
  await expect.poll(() => document.querySelectorAll('[role="gridcell"]').length).toBeGreaterThan(20)
  const top = () => grid().querySelector('[role="gridcell"]')!.getBoundingClientRect().top
  const before = top()
  document.querySelector<HTMLElement>('.topic0-log-explorer-skip')!.click()
  expect(await press('{ArrowUp}', 1)).toEqual([])
  expect(active().getAttribute('role')).toBe('columnheader')
  expect(await press('{ArrowRight}', 4)).toEqual([])
  expect(top()).toBe(before)
  await userEvent.keyboard('{ArrowDown}')
  expect(active().getAttribute('role')).toBe('gridcell')
  expect(coveredFocus()).toEqual([])
})

test('the focus ring of the details is whole, also along their sticky head', async () => {
  await page.viewport(360, 700)
  await render(
    <LogExplorer
      config={createLogsConfig({ networks: [network] })}
      contracts={chain.contracts}
      style={{ blockSize: '680px' }}
    />,
  )
  await expect.poll(() => document.querySelectorAll('[role="gridcell"]').length).toBeGreaterThan(20)
  grid().querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}')
  await expect.poll(() => active().matches('.topic0-log-details:focus-visible')).toBe(true)
  const { left, right, top } = active().getBoundingClientRect()
  const head = top + active().querySelector('header')!.getBoundingClientRect().height / 2
  const ring = [
    [(left + right) / 2, top + 2],
    [left + 1, head],
    [right - 1, head],
  ] as const
  expect(ring.map((point) => document.elementFromPoint(...point) === active())).toEqual([true, true, true])
})

test('a component that takes focus itself has the focus ring of its parts', async () => {
  await render(<RequestLog requests={[]} />)
  const log = document.querySelector<HTMLElement>('.topic0-request-log')!
  log.focus()
  const { outlineColor, outlineWidth } = getComputedStyle(log)
  // The accent.
  expect([outlineColor, outlineWidth]).toEqual(['rgb(67, 83, 214)', '2px'])
})
