import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { defineChain } from 'viem'
import { createLogsConfig, defineNetwork } from '../../src/index.ts'
import type { LogsConfig } from '../../src/index.ts'
import '../../src/styles.css'
import { LogExplorer } from '../../src/widget.ts'
import type { LogExplorerProps } from '../../src/widget.ts'

const chain = inject('chain')
const local = (id: number, name: string, http: string) =>
  defineNetwork(
    defineChain({
      id,
      name,
      nativeCurrency: { name: 'Xone', symbol: 'XOC', decimals: 18 },
      rpcUrls: { default: { http: [http] } },
    }),
    { http: [http] },
  )
const real = local(chain.chainId, 'Local', chain.http)

beforeEach(() => page.viewport(1280, 800))
afterEach(cleanup)

const configOf = (...networks: Parameters<typeof createLogsConfig>[0]['networks'] & object) =>
  createLogsConfig({ networks })

function show(config: LogsConfig, props: Partial<LogExplorerProps> = {}) {
  return render(
    <LogExplorer config={config} contracts={chain.contracts} style={{ blockSize: '700px' }} {...props} />,
  )
}

async function ask(method: string, params: unknown[]) {
  const response = await fetch(chain.http, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await response.json()) as { result: unknown }).result
}

const countLogs = async (filter: object) =>
  ((await ask('eth_getLogs', [{ fromBlock: '0x0', ...filter }])) as unknown[]).length
const grid = () => page.getByRole('grid', { name: 'Logs' })
/** How many logs the table says it has; its header is a row as well. */
const rowCount = () => Number(grid().element().getAttribute('aria-rowcount')) - 1
const token = chain.contracts.find(({ label }) => label === 'Copper')!

describe('the explorer on a real chain', () => {
  test('shows the newest logs at once, decoded and with labels', async () => {
    await show(configOf(real))
    await expect.element(grid().getByRole('row').nth(1)).toBeVisible()
    await expect.poll(rowCount).toBeGreaterThan(0)
    await expect.element(page.getByText('Complete', { exact: true })).toBeVisible()
  })

  test('mouse: a contract, an event, an argument; a log is opened and closed', async () => {
    await show(configOf(real))
    await page.getByRole('combobox', { name: 'Add a contract…' }).selectOptions('Copper')
    await page.getByRole('radio', { name: 'By event' }).click()
    await page
      .getByRole('combobox', { name: 'Event' })
      .fill('event Transfer(address indexed from, address indexed to, uint256 value)')
    await userEvent.keyboard('{Enter}')
    await page.getByRole('button', { name: 'All' }).click()
    await page.getByRole('button', { name: 'Read logs' }).click()
    const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    const expected = await countLogs({ address: token.address, topics: [transfer] })
    expect(expected).toBeGreaterThan(100)
    await expect.poll(rowCount, { timeout: 30_000 }).toBe(expected)

    await grid().getByRole('gridcell').nth(8).click()
    const details = page.getByRole('article', { name: /Transfer/ })
    await expect.element(details).toBeVisible()
    await expect.element(details.getByText('from', { exact: true }).first()).toBeVisible()
    await details.getByRole('button', { name: 'Close' }).click()
    await expect.element(details).not.toBeInTheDocument()
  })

  test('keyboard alone: a filter is typed and sent, a row reached, opened and closed', async () => {
    await show(configOf(real))
    await expect.poll(rowCount).toBeGreaterThan(0)
    // From the network on, Tab reaches everything.
    ;(page.getByRole('combobox', { name: 'Network' }).element() as HTMLElement).focus()
    const tabTo = async (name: string, role?: string) => {
      for (let presses = 0; presses < 40; presses++) {
        const active = document.activeElement!
        const label = active.getAttribute('aria-label') ?? ''
        const labels = [...((active as HTMLInputElement).labels ?? [])]
          .map((one) => one.textContent)
          .join(' ')
        const text = `${label} ${labels} ${active.textContent ?? ''}`
        if (
          text.includes(name) &&
          (role === undefined || active.getAttribute('role') === role || active.tagName === role)
        )
          return
        await userEvent.keyboard('{Tab}')
      }
      throw new Error(`Tab never reached ${name}.`)
    }
    await tabTo('Contracts', 'TEXTAREA')
    await userEvent.keyboard(token.address)
    await tabTo('From block', 'INPUT')
    await userEvent.keyboard('{Control>}a{/Control}0')
    await tabTo('Read logs', 'BUTTON')
    await userEvent.keyboard('{Enter}')
    await expect.poll(rowCount, { timeout: 30_000 }).toBe(await countLogs({ address: token.address }))

    for (
      let presses = 0;
      presses < 10 && document.activeElement?.getAttribute('role') !== 'gridcell';
      presses++
    )
      await userEvent.keyboard('{Tab}')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    const details = page.getByRole('article')
    await expect.element(details).toBeVisible()
    await tabTo('Close', 'BUTTON')
    await userEvent.keyboard('{Escape}')
    await expect.element(details).not.toBeInTheDocument()
    expect(document.activeElement?.getAttribute('role')).toMatch(/gridcell|row/)
  })

  test('a bad address is explained at the field, and nothing is sent', async () => {
    const config = configOf(real)
    await show(config)
    await expect.poll(rowCount).toBeGreaterThan(0)
    const field = page.getByRole('textbox', { name: 'Contracts' })
    await field.fill(token.address.slice(0, -1))
    await page.getByRole('button', { name: 'Read logs' }).click()
    await expect.element(page.getByText(/40 hex digits expected after 0x, 39 found/).first()).toBeVisible()
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    expect(document.activeElement).toBe(field.element())
  })

  test('another network is chosen; one whose endpoint is dead, and one that is another chain, say so', async () => {
    const dead = local(55, 'Dead', 'http://127.0.0.1:9/secret-key')
    const wrong = local(56, 'Wrong', chain.http)
    await show(configOf(real, dead, wrong))
    await expect.poll(rowCount).toBeGreaterThan(0)
    const choice = page.getByRole('combobox', { name: 'Network' })
    await choice.selectOptions('Dead')
    const result = page.getByRole('alert')
    await expect
      .element(result.getByText(/127\.0\.0\.1:9 could not be reached/), { timeout: 30_000 })
      .toBeVisible()
    expect(document.body.textContent).not.toContain('secret-key')
    await choice.selectOptions('Wrong')
    await expect.element(result.getByText(/3721/), { timeout: 30_000 }).toBeVisible()
    expect(rowCount()).toBe(0)
    await choice.selectOptions('Local')
    await expect.poll(rowCount).toBeGreaterThan(0)
  })

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
    ['dark', 360],
  ] as const)('axe finds nothing: %s, %i px wide', async (theme, width) => {
    await page.viewport(width, 800)
    const { container } = await show(configOf(real), { theme })
    await expect.poll(rowCount).toBeGreaterThan(0)
    await grid().getByRole('gridcell').nth(8).click()
    await expect.element(page.getByRole('article')).toBeVisible()
    const { violations } = await axe.run(container, { rules: { region: { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual(
      [],
    )
  })
})
