import axe from 'axe-core'
import { createClient } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { createLogsConfig, nodePool, type LogsConfig } from '../../src/index.ts'
import '../../src/explorer.css'
import { LogExplorer, type LogExplorerProps } from '../../src/widget.ts'
import { askChain, chain, contractOf, localNetwork, transfer } from '../support/browserChain.ts'

const real = localNetwork()

beforeEach(() => page.viewport(1280, 800))
const configOf = (...networks: Parameters<typeof createLogsConfig>[0]['networks'] & object) =>
  createLogsConfig({ networks })

function show(config: LogsConfig, props: Partial<LogExplorerProps> = {}) {
  return render(
    <LogExplorer config={config} contracts={chain.contracts} style={{ blockSize: '700px' }} {...props} />,
  )
}

const countLogs = async (filter: object) =>
  (await askChain<unknown[]>('eth_getLogs', [{ fromBlock: '0x0', ...filter }])).length
const grid = () => page.getByRole('grid', { name: 'Logs' })
/** The row count of the table, including its header. */
const rowCount = () => Number(grid().element().getAttribute('aria-rowcount')) - 1
/** Waits for the first logs. */
const filled = () => expect.poll(rowCount).toBeGreaterThan(0)
const token = contractOf('Copper')

describe('the explorer on a real chain', () => {
  test('shows the newest logs at once, decoded and with labels', async () => {
    await show(configOf(real))
    await expect.element(grid().getByRole('row').nth(1)).toBeVisible()
    await filled()
    await expect.element(page.getByText('Limit reached', { exact: true })).toBeVisible()
  })

  test('mouse: a contract, an event, an argument; a log is opened and closed', async () => {
    await show(configOf(real))
    await page.getByRole('button', { name: 'Add a contract…' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Copper' }).click()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('radio', { name: 'By event' }).click()
    await page
      .getByRole('combobox', { name: 'Event' })
      .fill('event Transfer(address indexed from, address indexed to, uint256 value)')
    await userEvent.keyboard('{Enter}')
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByRole('button', { name: 'Read logs' }).click()
    const expected = await countLogs({ address: token.address, topics: [transfer] })
    expect(expected).toBeGreaterThan(100)
    await expect.poll(rowCount).toBe(expected)

    await grid().getByRole('gridcell').nth(8).click()
    const details = page.getByRole('article', { name: /Transfer/ })
    await expect.element(details).toBeVisible()
    await expect.element(details.getByText('from', { exact: true }).first()).toBeVisible()
    await details.getByRole('button', { name: 'Close' }).click()
    await expect.element(details).not.toBeInTheDocument()
  })

  test('keyboard alone: a filter is typed and sent, a row reached, opened and closed', async () => {
    await show(configOf(real))
    await filled()
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
    await expect.poll(rowCount).toBe(await countLogs({ address: token.address }))

    for (
      let presses = 0;
      presses < 20 && document.activeElement?.getAttribute('role') !== 'gridcell';
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

  test('an invalid address is explained at the field, and nothing is sent', async () => {
    const config = configOf(real)
    await show(config)
    await filled()
    const field = page.getByRole('textbox', { name: 'Contracts' })
    await field.fill(token.address.slice(0, -1))
    // Pressed as long as by hand: leaving the field must not move the button from under the pointer.
    await page.getByRole('button', { name: 'Read logs' }).click({ delay: 100 })
    await expect.element(page.getByText(/Expected 40 hex digits after 0x, found 39/).first()).toBeVisible()
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    expect(document.activeElement).toBe(field.element())
  })

  test('the network can be changed; a dead endpoint and one of another chain are reported', async () => {
    const dead = localNetwork({ id: 55, name: 'Dead', http: ['http://127.0.0.1:9/secret-key'] })
    const wrong = localNetwork({ id: 56, name: 'Wrong' })
    await show(configOf(real, dead, wrong))
    await filled()
    const choice = page.getByRole('combobox', { name: 'Network' })
    await choice.selectOptions('Dead')
    const result = page.getByRole('alert')
    await expect.element(result.getByText(/127\.0\.0\.1:9 could not be reached/)).toBeVisible()
    expect(document.body.textContent).not.toContain('secret-key')
    await choice.selectOptions('Wrong')
    await expect.element(result.getByText(/3721/)).toBeVisible()
    expect(rowCount()).toBe(0)
    await choice.selectOptions('Local')
    await filled()
  })

  test('in little space the form overlays the logs: it takes focus, and returns it', async () => {
    await page.viewport(800, 700)
    await show(configOf(real))
    await filled()
    const button = page.getByRole('button', { name: 'Filter', exact: true })
    const field = page.getByRole('textbox', { name: 'Contracts' })
    await expect.element(button).toHaveAttribute('aria-expanded', 'false')
    await expect.element(field).not.toBeInTheDocument()
    ;(button.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement).toBe(field.element())
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(button.element())
    await expect.element(field).not.toBeInTheDocument()

    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard(token.address)
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByRole('button', { name: 'Read logs' }).click()
    await expect.element(field).not.toBeInTheDocument()
    await expect.poll(rowCount).toBe(await countLogs({ address: token.address }))
  })

  test('details over the table take focus and return it to the row; next to it, focus stays there', async () => {
    await page.viewport(1000, 700)
    await show(configOf(real))
    await filled()
    const active = () => document.activeElement!
    await grid().getByRole('gridcell').nth(8).click()
    const details = page.getByRole('article')
    await expect.element(details).toBeVisible()
    expect(active()).toBe(details.element())
    await userEvent.keyboard('{Escape}')
    await expect.element(details).not.toBeInTheDocument()
    expect(active().getAttribute('role')).toBe('gridcell')

    await page.viewport(1600, 700)
    await expect
      .poll(() => document.querySelector('.topic0-log-explorer')?.getAttribute('data-layout'))
      .toBe('full')
    await userEvent.keyboard('{Enter}')
    await expect.element(details).toBeVisible()
    expect(active().getAttribute('role')).toBe('gridcell')
    await expect.element(page.getByText(/^Log: /)).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(details).not.toBeInTheDocument()
  })

  test('a menu keeps focus while its surroundings are rendered again', async () => {
    const { rerender } = await show(configOf(real))
    await filled()
    const button = page.getByRole('button', { name: 'Add a contract…' })
    ;(button.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}{ArrowDown}')
    const { activeElement } = document
    expect(activeElement?.getAttribute('role')).toBe('menuitemcheckbox')
    await rerender(
      <LogExplorer config={configOf(real)} contracts={chain.contracts} style={{ blockSize: '690px' }} />,
    )
    await expect
      .poll(() => document.querySelector<HTMLElement>('.topic0-log-explorer')!.offsetHeight)
      .toBe(690)
    expect(document.activeElement).toBe(activeElement)
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(button.element())
  })

  test('logs are counted in groups, and one group leads back to its logs', async () => {
    await show(configOf(real))
    await filled()
    await page.getByRole('radio', { name: 'Groups' }).click({ force: true })
    const groups = page.getByRole('region', { name: 'Log groups' })
    await groups.getByRole('row').filter({ hasText: 'Copper' }).getByRole('button').last().click()
    await expect.element(groups).not.toBeInTheDocument()
    await expect
      .element(page.getByRole('textbox', { name: 'Contracts' }))
      .toHaveValue(token.address.toLowerCase())
  })

  test('a bar of the chart leads to its logs, by pointer and by keyboard, also from the groups', async () => {
    await show(configOf(real), { defaultQuery: { fromBlock: 0n } })
    await expect.poll(rowCount).toBe(await countLogs({}))
    await expect.element(page.getByText('Complete', { exact: true })).toBeVisible()
    const active = () => document.activeElement!
    const firstBlock = () => Number(active().textContent?.replaceAll(',', ''))
    const cursor = page.getByRole('slider', { name: 'Logs by block' })
    const blocksOfBar = () =>
      [
        ...cursor
          .element()
          .getAttribute('aria-valuetext')!
          .split(' logs')[0]!
          .matchAll(/[\d,]+/g),
      ].map(([text]) => Number(text.replaceAll(',', '')))

    await page.getByRole('button', { name: 'Chart' }).click()
    const plot = document.querySelector<HTMLElement>('.topic0-block-histogram-plot')!
    const { width, height } = plot.getBoundingClientRect()
    await userEvent.click(plot, { position: { x: Math.round(width * 0.6), y: Math.round(height / 2) } })
    await expect.poll(() => active().getAttribute('role')).toBe('gridcell')
    expect(firstBlock()).toBeGreaterThanOrEqual(blocksOfBar()[0]!)
    const clicked = firstBlock()

    await page.getByRole('radio', { name: 'Groups' }).click({ force: true })
    ;(cursor.element() as HTMLElement).focus()
    await userEvent.keyboard('{Home}{Enter}')
    await expect.poll(() => active().getAttribute('role')).toBe('gridcell')
    expect(firstBlock()).toBeLessThan(clicked)
    await expect.element(active() as HTMLElement).toBeVisible()
  })

  test('dragging zooms to blocks and pauses live, and zooming out restores all', async () => {
    await show(configOf(real), { defaultQuery: { fromBlock: 0n }, defaultLive: true })
    const all = await countLogs({})
    await expect.poll(rowCount).toBe(all)
    await expect.element(page.getByText('Complete', { exact: true })).toBeVisible()
    const live = page.getByRole('switch', { name: 'Live' })
    await expect.element(live).toBeChecked()

    await page.getByRole('button', { name: 'Chart' }).click()
    const plot = document.querySelector<HTMLElement>('.topic0-block-histogram-plot')!
    const { width, height } = plot.getBoundingClientRect()
    const at = (share: number) => ({ x: Math.round(width * share), y: Math.round(height / 2) })
    await userEvent.dragAndDrop(plot, plot, { sourcePosition: at(0.2), targetPosition: at(0.7) })
    await page.getByRole('button', { name: 'Zoom in' }).click()
    const field = (name: string) => page.getByLabelText(name, { exact: true }).element() as HTMLInputElement
    await expect.poll(() => field('To block').value).toMatch(/^\d+$/)
    const [fromBlock, toBlock] = ['From block', 'To block'].map(
      (name) => `0x${Number(field(name).value).toString(16)}`,
    )
    const inside = await countLogs({ fromBlock, toBlock })
    expect(inside).toBeLessThan(all)
    await expect.poll(rowCount).toBe(inside)
    // In every view it stays zoomed in, without a history entry.
    const chart = page.getByRole('button', { name: 'Chart' })
    await chart.click()
    await expect.element(page.getByRole('button', { name: 'All blocks' })).not.toBeInTheDocument()
    await chart.click()
    await page.getByRole('radio', { name: 'Groups' }).click({ force: true })
    await expect
      .element(page.getByText('No node requests needed: everything is cached or archived.'))
      .toBeVisible()
    const slider = page.getByRole('slider', { name: 'Logs by block' })
    ;(slider.element() as HTMLElement).focus()
    await userEvent.keyboard('{Home}{Shift>}{PageUp}{/Shift}{Enter}')
    await expect.poll(() => field('To block').value).not.toBe(String(Number(toBlock)))
    await expect.element(page.getByRole('region', { name: 'Log groups' })).toBeVisible()
    await page.getByRole('radio', { name: 'Logs' }).click({ force: true })
    await expect.poll(rowCount).toBeLessThan(inside)
    await page.getByRole('button', { name: 'Saved queries' }).click()
    await expect.element(page.getByText('No saved queries yet.', { exact: false })).toBeVisible()
    await expect.element(live).toBeDisabled()
    await expect.element(live).not.toBeChecked()
    await expect.element(page.getByText('This range has a fixed end')).toBeVisible()

    await page.getByRole('button', { name: 'All blocks' }).click()
    await expect.poll(rowCount).toBe(all)
    await expect.element(live).toBeEnabled()
    await expect.element(live).toBeChecked()
  })

  test('view settings are restored on the next visit', async () => {
    const config = configOf(real)
    const first = await show(config)
    await filled()
    await page.getByRole('button', { name: 'Chart' }).click()
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByRole('menuitemradio', { name: 'Compact' }).click()
    const height = () => document.querySelector('.topic0-log-table-row')!.getBoundingClientRect().height
    await expect.poll(height).toBeLessThan(36)
    const open = page.getByRole('button', { name: 'Chart' }).element().getAttribute('aria-expanded')!
    await first.unmount()
    await show(config)
    await filled()
    expect(height()).toBeLessThan(36)
    await expect.element(page.getByRole('button', { name: 'Chart' })).toHaveAttribute('aria-expanded', open)
  })

  test.each([
    [360, 'ltr'],
    [360, 'rtl'],
    [1024, 'rtl'],
    [1440, 'ltr'],
  ] as const)('nothing overflows, and the logs get most of the space: %i px, %s', async (width, dir) => {
    await page.viewport(width, 800)
    document.documentElement.dir = dir
    try {
      await show(configOf(real))
      await filled()
      const explorer = document.querySelector('.topic0-log-explorer')!
      expect(explorer.scrollWidth).toBeLessThanOrEqual(explorer.clientWidth)
      const toolbar = document.querySelector('.topic0-log-explorer-toolbar')!
      expect(toolbar.scrollWidth).toBeLessThanOrEqual(toolbar.clientWidth)
      const { height } = grid().element().getBoundingClientRect()
      expect(height / explorer.clientHeight).toBeGreaterThan(0.6)
    } finally {
      document.documentElement.dir = ''
    }
  })

  test.each(['details', 'form'])('what the search found lies over the %s', async (panel) => {
    await page.viewport(1000, 800)
    await show(configOf(real))
    await filled()
    if (panel === 'details') {
      await grid().getByRole('gridcell').nth(8).click()
      await expect.element(page.getByRole('article')).toBeVisible()
    } else await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('combobox', { name: 'Find logs by anything' }).fill(token.address)
    const option = page.getByRole('listbox', { name: 'What this may be' }).getByRole('option')
    await expect.element(option.first()).toBeVisible()
    const options = option.elements()
    const isCovered = (option: Element) => {
      const { left, right, top, height } = option.getBoundingClientRect()
      return [left + 2, right - 2].some(
        (x) => !option.contains(document.elementFromPoint(x, top + height / 2)),
      )
    }
    expect(options.filter(isCovered)).toEqual([])
  })

  test.each([840, 1100, 1280, 1440])(
    'rows keep event, addresses and value beside open details: %i px',
    async (width) => {
      await page.viewport(width, 800)
      await show(configOf(real))
      await filled()
      const row = () => grid().getByRole('row').nth(1).element().getBoundingClientRect()
      const { top, height } = row()
      await grid()
        .getByRole('gridcell', { name: /Transfer/ })
        .first()
        .click()
      await expect.element(page.getByRole('article')).toBeVisible()
      const end = page.getByRole('article').element().getBoundingClientRect().left
      const parts = () => [
        ...document.querySelectorAll<HTMLElement>('.topic0-event-name, .topic0-event-value'),
      ]
      await expect
        .poll(
          () =>
            parts().filter(
              (part) => part.getBoundingClientRect().right > end || part.scrollWidth > part.clientWidth,
            ).length,
        )
        .toBe(0)
      expect(parts().length).toBeGreaterThan(10)
      expect(row()).toMatchObject({ top, height })
    },
  )

  test.each([360, 1100, 1600])('only its panels scroll, not the explorer: %i px', async (width) => {
    await page.viewport(width, 500)
    await show(configOf(real))
    await filled()
    await grid()
      .getByRole('gridcell', { name: /Transfer/ })
      .first()
      .click()
    await expect.element(page.getByRole('article')).toBeVisible()
    const [details, explorer] = ['article', '.topic0-log-explorer'].map((one) => document.querySelector(one)!)
    expect(details!.scrollHeight).toBeGreaterThan(explorer!.clientHeight)
    // Focus and screen readers scroll whatever can be scrolled, also what the user cannot.
    expect(explorer!.scrollHeight).toBeLessThanOrEqual(explorer!.clientHeight)
  })

  test('nothing above the logs moves while they arrive', async () => {
    let send = () => {}
    const mayAnswer = new Promise<void>((resolve) => (send = resolve))
    const transport = nodePool(real, {
      async fetch(input, init) {
        if (String(init?.body).includes('eth_getLogs')) await mayAnswer
        return fetch(input, init)
      },
    })
    const clients = [createClient({ chain: real, transport })]
    await show(createLogsConfig({ networks: [real], clients }))
    const top = () => grid().element().getBoundingClientRect().top
    await expect.element(page.getByRole('progressbar')).toBeInTheDocument()
    const before = top()
    send()
    await filled()
    await expect.element(page.getByText('Limit reached', { exact: true })).toBeVisible()
    expect(top()).toBe(before)
  })

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
    ['dark', 360],
  ] as const)('axe finds no violations: %s, %i px wide', async (theme, width) => {
    await page.viewport(width, 800)
    const { container } = await show(configOf(real), { theme })
    await filled()
    await grid().getByRole('gridcell').nth(8).click()
    await expect.element(page.getByRole('article')).toBeVisible()
    const { violations } = await axe.run(container, { rules: { region: { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual(
      [],
    )
  })
})
