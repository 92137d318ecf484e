import { parseAbiItem } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import {
  BlockHistogram,
  FilterBuilder,
  LiveStatus,
  LogDetails,
  LogGroups,
  LogTable,
  ScanProgress,
  StringsProvider,
  type LogTableView,
} from '../../src/components.ts'
import { createLogsConfig } from '../../src/index.ts'
import { createLogList } from '../../src/logs/list/LogList.ts'
import type { LogRow } from '../../src/logs/Log.ts'
import type { LogsResult } from '../../src/logs/snapshot/LogsResult.ts'
import { german } from '../../src/strings/de.ts'
import '../../src/explorer.css'
import { LogExplorer } from '../../src/widget.ts'
import { makeRow, transferOf } from '../components/makeRow.ts'
import { localNetwork } from '../support/browserChain.ts'
import { hoverCell } from '../support/hoverCell.ts'

beforeEach(() => page.viewport(360, 700))
afterEach(cleanup)

test('an address stays on one line of its field', async () => {
  const address = [`0x${'a'.repeat(40)}`, `0x${'0'.repeat(40)}`] as const
  await render(
    <div style={{ padding: 24 }}>
      <FilterBuilder defaultValue={{ address }} />
    </div>,
  )
  const field = page.getByLabelText('Contracts').element()
  const style = getComputedStyle(field)
  const text = field.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom)
  expect(Math.round(text / parseFloat(style.lineHeight))).toBe(2)
})

const misfit = {
  name: 'Odd',
  args: [{ name: 'odd', type: 'bool', indexed: false }],
  ...{ topics: 1, bytes: 32, isLeast: false, unsound: undefined, splits: [] },
}
test.each([{ misfit: undefined }, { misfit }])(
  'the button below “Not decoded” does not touch the text above it, %#',
  async (changes) => {
    await render(<LogDetails log={makeRow(1, { decoded: undefined, ...changes })} onEditAddress={() => {}} />)
    const title = page.getByText('Not decoded').element().getBoundingClientRect()
    const button = page.getByRole('button', { name: 'Paste the ABI of this contract' }).element()
    const box = button.getBoundingClientRect()
    expect(box.top - button.previousElementSibling!.getBoundingClientRect().bottom).toBeGreaterThan(5)
    expect(box.left).toBe(title.left)
  },
)

describe('beside a note about a reorganization', () => {
  const verified = [{ from: 0n, to: 9n }]
  const live = { source: 'polling', pollingInterval: 2_000, lastUpdated: 0 } as const

  /** The line of the explorer's toolbar, with so many pixels less than its content needs. */
  async function show(status: 'live' | 'stale', missing: number) {
    const line = async (inlineSize: number | undefined) => {
      await cleanup()
      await render(
        <div className="topic0 topic0-log-explorer">
          <div className="topic0-log-explorer-facts" style={{ inlineSize }}>
            <LiveStatus live={{ ...live, status }} onSwitch={() => {}} reorg={{ from: 1_234n, removed: 0 }} />
            <ScanProgress bar={false} coverage={{ verified, trimmed: [], pending: [], failed: [] }} />
          </div>
        </div>,
      )
      return ['.topic0-live-text', '.topic0-live-reorg', '.topic0-scan-progress'].map((name) =>
        document.querySelector<HTMLElement>(name)!,
      ) as [HTMLElement, HTMLElement, HTMLElement]
    }
    const widths = (parts: readonly HTMLElement[]) => parts.map(({ offsetWidth }) => offsetWidth)
    const whole = await line(undefined)
    const before = widths(whole)
    const start = document.querySelector('.topic0-switch')!.getBoundingClientRect().left
    const parts = await line(Math.ceil(whole[2].getBoundingClientRect().right - start - missing))
    return { before, now: widths(parts), isCut: parts.map((part) => part.scrollWidth > part.clientWidth) }
  }
  beforeEach(() => page.viewport(1_200, 700))

  test('a healthy status gives way, and nothing is cut off', async () => {
    const { before, now, isCut } = await show('live', 60)
    expect(now.slice(1)).toEqual(before.slice(1))
    expect(now[0]).toBeLessThan(before[0]!)
    expect(isCut.slice(1)).toEqual([false, false])
  })

  test('once it is a dot, the note gives way, not the progress', async () => {
    const { before, now, isCut } = await show('live', 240)
    expect(now[2]).toBe(before[2])
    expect(now[1]).toBeLessThan(before[1]!)
    expect(isCut[2]).toBe(false)
  })

  test('a status that says what is wrong stays whole', async () => {
    const { before, now } = await show('stale', 60)
    expect([now[0], now[2]]).toEqual([before[0], before[2]])
    expect(now[1]).toBeLessThan(before[1]!)
  })
})

test.each([
  ['all', ['block', 'time', 'contract', 'event', 'transaction', 'logIndex'], 116],
  ['without the transaction', ['block', 'time', 'event'], 92],
  ['the event alone, in two lines', ['event'], 68],
] as const)('a card has no line for columns that are hidden: %s', async (_, columns, height) => {
  const view = { columns: columns.map((id) => ({ id })) }
  await render(<LogTable logs={[makeRow(1), makeRow(0)]} view={view} />)
  await expect.element(page.getByRole('row').nth(1)).toBeVisible()
  const row = page.getByRole('row').nth(1).element()
  expect(row.getBoundingClientRect().height).toBe(height)
  const edges = [...row.querySelectorAll('[role="gridcell"]')].map((cell) => cell.getBoundingClientRect())
  const tops = [...new Set(edges.map(({ top }) => top))].sort((a, b) => a - b)
  const bottoms = [...new Set(edges.map(({ bottom }) => bottom))].sort((a, b) => a - b)
  // Each line begins where the one before it ends.
  expect(tops.slice(1)).toEqual(bottoms.slice(0, -1))
})

test.each([
  ['an amount of a token', 409_659_546_193_411_427_280n, { symbol: 'HRB', decimals: 18 }],
  ['an amount of an unknown token', 52_112_116_497_337_557n, undefined],
])('%s and its unit are on one line of the details', async (_, value, token) => {
  const log = makeRow(1, { decoded: transferOf(value) })
  // As wide as beside the table in a window of 900 px.
  await render(
    <LogDetails log={log} tokens={token && { [log.address]: token }} style={{ inlineSize: '351px' }} />,
  )
  const unit = page.getByRole('combobox').element()
  const amount = unit.closest('.topic0-argument')!.firstElementChild!
  const [a, b] = [amount, unit].map((element) => element.getBoundingClientRect()) as [DOMRect, DOMRect]
  expect(b.top).toBeLessThan(a.bottom)
  expect(b.left).toBeGreaterThanOrEqual(a.right)
})

test('a card shows an amount of 19 digits whole', async () => {
  const decoded = transferOf(1_234_567_890_123_456_789n)
  // A phone of 375 px, with padding.
  await render(
    <div style={{ inlineSize: 343 }}>
      <LogTable logs={[makeRow(0, { decoded })]} />
    </div>,
  )
  await expect.element(page.getByRole('row').nth(1)).toBeVisible()
  const amount = document.querySelector('.topic0-event-amount > .topic0-event-value')!
  expect(amount.scrollWidth).toBeLessThanOrEqual(amount.clientWidth)
})

test('a card shows the first token of a batch and its amount', async () => {
  const arg = { indexed: false, hashed: false }
  const address = { ...arg, type: 'address', value: `0x${'12'.repeat(20)}` }
  const args = [
    ...['operator', 'from', 'to'].map((name) => ({ ...address, name })),
    { ...arg, name: 'ids', type: 'uint256[]', value: [1_234n, 5n, 6n] },
    { ...arg, name: 'values', type: 'uint256[]', value: [1_000_000n, 1n, 1n] },
  ]
  const signature = 'TransferBatch(address,address,address,uint256[],uint256[])'
  const decoded = { name: 'TransferBatch', signature, source: 'known', args } as const
  await render(<LogTable logs={[makeRow(0, { decoded })]} />)
  const pair = page.getByText('1234 × 1,000,000, +2')
  await expect.element(pair).toBeVisible()
  const value = pair.element().closest('.topic0-event-value')!
  expect(value.scrollWidth).toBeLessThanOrEqual(value.clientWidth)
})

test('a line of a card without a value has a dash, also under the pointer', async () => {
  await render(<LogTable logs={[makeRow(0)]} columns={['event', 'args.absent']} />)
  await expect.element(page.getByRole('row').nth(1)).toBeVisible()
  const cell = document.querySelector('.topic0-log-table-window [data-column="args.absent"]')!
  const content = () => getComputedStyle(cell, '::after').content
  expect(content()).toBe('"–"')
  await hoverCell(cell)
  await expect.poll(() => cell.querySelector('.topic0-cell-menu')).not.toBeNull()
  expect(content()).toBe('"–"')
})

test('keys skip columns that a card has no line for', async () => {
  const columns = (['signature', 'block', 'event', 'topics', 'contract', 'data'] as const).map((id) => ({
    id,
  }))
  await render(<LogTable logs={[makeRow(1), makeRow(0)]} view={{ columns }} />)
  await expect.element(page.getByRole('row').nth(1)).toBeVisible()
  document.querySelector<HTMLElement>('.topic0-log-table-window [data-column="block"]')!.focus()
  const focused: (string | undefined)[] = []
  const keys = [
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'ArrowLeft',
    'Home',
    'ArrowLeft',
    'End',
    'ArrowDown',
  ]
  for (const key of keys) {
    await userEvent.keyboard(`{${key}}`)
    focused.push((document.activeElement as HTMLElement).dataset['column'])
  }
  expect(focused).toEqual([
    'event',
    'contract',
    'contract',
    'event',
    'block',
    'block',
    'contract',
    'contract',
  ])
})

test('the first tab stop of cards is visible, whatever column comes first', async () => {
  const columns = (['signature', 'event', 'block'] as const).map((id) => ({ id }))
  await render(<LogTable logs={[makeRow(1), makeRow(0)]} view={{ columns }} />)
  await expect.element(page.getByRole('row').nth(1)).toBeVisible()
  const stops = document.querySelectorAll<HTMLElement>('[role="grid"] [tabindex="0"]')
  expect([...stops].map(({ dataset }) => dataset['column'])).toEqual(['event'])
})

test('since when a table is out of date is not cut off', async () => {
  const live = { status: 'stale', lastUpdated: 0, connectivity: 'unreachable' }
  const result = { data: createLogList([makeRow(1)]), order: 'asc', live, isFetching: false, isError: false }
  await render(<LogTable result={result as unknown as LogsResult} />)
  const text = page.getByText(/No endpoint responds: last update/)
  await expect.element(text).toBeVisible()
  const facts = document.querySelector('.topic0-log-table-facts')!.getBoundingClientRect()
  const { right, bottom } = text.element().getBoundingClientRect()
  expect(right).toBeLessThanOrEqual(facts.right)
  expect(bottom).toBeLessThanOrEqual(facts.bottom)
})

test('shortened text is not cut again: an argument without room is dropped whole', async () => {
  const address = `0x${'12'.repeat(20)}`
  const args = ['from', 'to', 'operator'].map((name) => ({
    ...{ name, type: 'address', value: address, indexed: true, hashed: false },
  }))
  const decoded = {
    name: 'Moved',
    signature: 'Moved(address,address,address)',
    source: 'given',
    args,
  } as const
  await render(<LogTable logs={[makeRow(0, { decoded })]} />)
  await expect.element(page.getByRole('row').nth(1)).toBeVisible()
  const whole = [...document.querySelectorAll<HTMLElement>('.topic0-event-value')]
  expect(whole.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toEqual([0, 0])
  // The ellipsis of the line takes the place of boxes that do not fit, and cuts text in two.
  const line = document.querySelector('.topic0-event-rest')!
  expect(line.firstElementChild).toHaveStyle({ display: 'inline-block' })
  expect(line.scrollWidth).toBeGreaterThan(line.clientWidth)
})

test('the badge of a removed log takes no room from its amount', async () => {
  const decoded = transferOf(1_234_567_890_123_456n)
  await render(<LogTable logs={[makeRow(0, { decoded, removed: true })]} />)
  await expect.element(page.getByText('Removed')).toBeVisible()
  const box = (selector: string) =>
    document.querySelector(`.topic0-log-table-window ${selector}`)!.getBoundingClientRect()
  const amount = document.querySelector<HTMLElement>('.topic0-event-amount > .topic0-event-value')!
  expect(amount.scrollWidth).toBeLessThanOrEqual(amount.clientWidth)
  expect(amount.parentElement).toHaveStyle({ textDecorationLine: 'line-through' })
  // On the lines that it has in other cards.
  expect(box('.topic0-event-name').bottom).toBeGreaterThan(box('.topic0-event-amount').top)
  expect(box('.topic0-badge').top).toBeGreaterThanOrEqual(box('.topic0-event-name').bottom)
  expect(box('.topic0-event-args').bottom).toBeLessThanOrEqual(box('[data-column="event"]').bottom)
  expect(box('.topic0-event-args').left).toBeGreaterThan(box('.topic0-badge').right)
  // Both addresses have room beside the badge.
  for (const value of document.querySelectorAll('.topic0-event-party > .topic0-event-value'))
    expect(value.scrollWidth).toBeLessThanOrEqual(value.clientWidth)
  expect(box('.topic0-event-args').right).toBeGreaterThanOrEqual(
    box('.topic0-event-party + .topic0-event-party > .topic0-event-value').right,
  )
})

test('shortened addresses, hashes and numbers stand on one line', async () => {
  await page.viewport(1000, 700)
  const columns = ['contract', 'event', 'transaction'] as const
  const value = { name: 'value', type: 'uint256', value: 1234n, indexed: false, hashed: false }
  const decoded = { name: 'Set', signature: 'Set(uint256)', source: 'given', args: [value] } as const
  await render(
    <LogTable logs={[makeRow(0, { decoded })]} view={{ columns: columns.map((id) => ({ id })) }} />,
  )
  await expect.element(page.getByText('1,234')).toBeVisible()
  // Of text in one font and size, whose tops are as far apart as its baselines.
  const topOf = (selector: string) => {
    const text = document.createRange()
    text.selectNodeContents(document.querySelector(`.topic0-log-table-window ${selector}`)!.lastChild!)
    return text.getBoundingClientRect().top
  }
  const top = topOf('.topic0-event-amount')
  for (const column of ['contract', 'transaction'])
    expect(Math.abs(topOf(`[data-column="${column}"] .topic0-hex-text`) - top)).toBeLessThan(1)
})

test('the name of a contract stands on the line of the block and the time', async () => {
  await page.viewport(1440, 700)
  const log = makeRow(0, { decoded: transferOf(1_234n), blockTimestamp: 1_800_000_000n })
  await render(<LogTable logs={[log]} labels={{ [log.address]: 'Harbour' }} />)
  await expect.element(page.getByText('1,234')).toBeVisible()
  const topOf = (selector: string) => {
    const text = document.createRange()
    text.selectNodeContents(document.querySelector(`.topic0-log-table-window ${selector}`)!)
    return text.getBoundingClientRect().top
  }
  const tops = ['.topic0-digits', '.topic0-timestamp', '.topic0-hex-label'].map(topOf)
  expect(new Set(tops).size).toBe(1)
})

test('the focused block of a card is not covered by its menu button', async () => {
  await render(<LogTable logs={[makeRow(1), makeRow(0)]} />)
  await expect.element(page.getByRole('row').nth(1)).toBeVisible()
  const cell = document.querySelector<HTMLElement>('.topic0-log-table-window [data-column="block"]')!
  await userEvent.keyboard('{Tab}')
  cell.focus()
  await expect.poll(() => cell.querySelector('.topic0-cell-menu')).not.toBeNull()
  expect(cell.matches(':focus-visible')).toBe(true)
  expect(cell.querySelector('.topic0-cell-menu')).toHaveStyle({ opacity: '0' })
})

test('the hash of a chosen event is not cut', async () => {
  const event = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
  await render(<FilterBuilder defaultValue={{ event }} />)
  await expect.element(page.getByText('(from, to, value)')).toBeVisible()
  const hash = document.querySelector('.topic0-events .topic0-hex')!
  expect(hash.scrollWidth).toBeLessThanOrEqual(hash.clientWidth)
})

test.each([
  ['English', {}, 'Read logs'],
  ['German', german, 'Logs lesen'],
])('the buttons of a form with an error stay on one line: %s', async (_, strings, submit) => {
  await render(
    <StringsProvider strings={strings}>
      <div style={{ inlineSize: '16.75rem' }}>
        <FilterBuilder defaultValue={{ fromBlock: 9n, toBlock: 5n }} />
      </div>
    </StringsProvider>,
  )
  await page.getByRole('button', { name: submit }).click()
  await expect.element(page.getByRole('alert')).not.toBeEmptyDOMElement()
  const buttons = [...document.querySelectorAll('.topic0-filter-footer > button')]
  expect(new Set(buttons.map((one) => one.getBoundingClientRect().top)).size).toBe(1)
})

test('the menu of the view shows all of it in a window of usual height', async () => {
  await page.viewport(1280, 800)
  await render(<LogTable logs={[makeRow(0)]} />)
  await page.getByRole('button', { name: 'View' }).click()
  await expect.element(page.getByRole('menu')).toBeVisible()
  const menu = page.getByRole('menu').element()
  expect(menu.scrollHeight).toBeLessThanOrEqual(menu.clientHeight)
})

test('the icon of a message stays round without room', async () => {
  await render(
    <LogTable error={new Error('x'.repeat(400))} onRetry={() => undefined} style={{ blockSize: '12rem' }} />,
  )
  await expect.element(page.getByText('Could not read the logs')).toBeInTheDocument()
  const { width, height } = document.querySelector('.topic0-panel-icon')!.getBoundingClientRect()
  expect(height).toBe(width)
})

test('the blocks of a chart without a count begin with a capital letter', async () => {
  const coverage = { verified: [], failed: [], trimmed: [], pending: [{ from: 0n, to: 1_999n }] }
  await render(<BlockHistogram logs={undefined} coverage={coverage} />)
  const first = document.querySelector('.topic0-block-histogram-readout > :first-child')!
  expect(first.textContent).toBe('blocks 0–1,999')
  expect(getComputedStyle(first, '::first-letter').textTransform).toBe('uppercase')
})

test('the menu button of an event is not covered', async () => {
  await render(<LogTable logs={[makeRow(1), makeRow(0)]} onFilter={() => undefined} />)
  await expect.element(page.getByRole('row').nth(1)).toBeVisible()
  document.querySelector<HTMLElement>('.topic0-log-table-window [data-column="event"]')!.focus()
  const hit = () => {
    const button = document.querySelector(
      '.topic0-log-table-window [data-column="event"] > .topic0-cell-menu',
    )
    const box = button?.getBoundingClientRect()
    const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    return top && top.closest('button') === button
  }
  await expect.poll(hit).toBe(true)
})

test.each(['block', 'logIndex', 'time'])(
  'a click on the %s of a card opens its log, not a menu',
  async (id) => {
    const onSelect = vi.fn<(log: LogRow) => void>()
    const logs = [makeRow(1_234_567, { blockTimestamp: 1_800_000_000n, logIndex: 63 })]
    const columns = ['block', 'event', 'logIndex', 'time'].map((column) => ({ id: column }))
    await render(<LogTable {...{ logs, onSelect }} view={{ columns } as LogTableView} />)
    await expect.element(page.getByRole('row').nth(1)).toBeVisible()
    const cell = document.querySelector<HTMLElement>(`.topic0-log-table-window [data-column="${id}"]`)!
    await hoverCell(cell)
    await expect.poll(() => cell.querySelector('.topic0-cell-menu')).not.toBeNull()
    await userEvent.click(cell)
    expect(onSelect).toHaveBeenCalledOnce()
  },
)

test('an unknown event shows the size of its data on a separate line', async () => {
  const data = `0x${'00'.repeat(12_345)}` as const
  await render(<LogTable logs={[makeRow(0, { decoded: undefined, data })]} />)
  const size = page.getByText('12,345 bytes of data')
  await expect.element(size).toBeVisible()
  const [name, event] = ['.topic0-event-name', '.topic0-event'].map((selector) =>
    document.querySelector(selector)!.getBoundingClientRect(),
  )
  const { top, right } = size.element().getBoundingClientRect()
  expect(top).toBeGreaterThanOrEqual(name!.bottom)
  expect(right).toBeLessThanOrEqual(event!.right)
})

test.each(['click', 'Enter'])(
  '"Read all" by %s leaves the focus on a card, not on the header over it',
  async (by) => {
    await render(
      <LogExplorer
        config={createLogsConfig({ networks: [localNetwork()] })}
        defaultQuery={{ fromBlock: 0n, order: 'desc', limit: 20 }}
        defaultLive
        style={{ blockSize: '680px' }}
      />,
    )
    const readAll = page.getByRole('button', { name: 'Read all' })
    await expect.element(readAll).toBeVisible()
    if (by === 'click') await readAll.click()
    else {
      ;(readAll.element() as HTMLElement).focus()
      await userEvent.keyboard('{Enter}')
    }
    const rows = () => Number(document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount')) - 1
    await expect.poll(rows).toBeGreaterThan(20)
    await expect.poll(() => document.activeElement?.role).toBe('gridcell')
    const header = document.querySelector('.topic0-log-table-header')!
    expect(header.getBoundingClientRect().width).toBeLessThanOrEqual(1)
  },
)

describe('marked rows', () => {
  const height = () => document.querySelector('.topic0-log-table-bar')!.getBoundingClientRect().height
  const facts = () => document.querySelector('.topic0-log-table-facts')!
  const tops = () =>
    Array.from(facts().children, (one) => one.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ top, height }) => Math.round((top + height / 2) / 4))
  const boxes = () => document.querySelectorAll<HTMLElement>('.topic0-log-table-window [data-act="mark"]')

  test.each([
    ['English', undefined],
    ['German', german],
  ] as const)('are counted on one line, with buttons for all and for a range: %s', async (_, strings) => {
    await render(
      <LogExplorer
        config={createLogsConfig({ networks: [localNetwork()] })}
        defaultQuery={{ fromBlock: 0n, order: 'desc', limit: 20 }}
        strings={strings}
        style={{ blockSize: '680px' }}
      />,
    )
    const [readAll, all, between, copy] = strings
      ? [strings.readAll, strings.selectAll, strings.selectBetween, strings.copyRows]
      : ['Read all', 'All', 'All between', 'Copy']
    await expect.element(page.getByRole('button', { name: readAll, exact: true })).toBeVisible()
    const before = height()
    boxes()[0]!.click()
    boxes()[3]!.click()
    await expect.element(page.getByRole('button', { name: copy, exact: true })).toBeVisible()
    await page.getByRole('button', { name: between, exact: true }).click()
    expect(document.querySelectorAll('[role="row"][aria-selected="true"]')).toHaveLength(4)
    await page.getByRole('button', { name: all, exact: true }).click()
    await expect.poll(() => facts().textContent).toContain('20 ')
    expect(height()).toBe(before)
    expect(new Set(tops()).size).toBe(1)
    expect(facts().scrollWidth).toBeLessThanOrEqual(facts().clientWidth)
    // The note is back once none is marked.
    await page.getByRole('button', { name: strings?.clearSelection ?? 'Clear selection' }).click()
    await expect.element(page.getByRole('button', { name: readAll, exact: true })).toBeVisible()
    expect(height()).toBe(before)
  })

  test('by the thousand, are counted on one line', async () => {
    const logs = Array.from({ length: 12_345 }, (_, at) => makeRow(12_345 - at))
    await render(<LogTable logs={logs} style={{ blockSize: '500px' }} />)
    await expect.element(page.getByRole('row').nth(1)).toBeVisible()
    boxes()[0]!.click()
    boxes()[1]!.click()
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await expect.element(page.getByText('12,345 selected').last()).toBeVisible()
    expect(new Set(tops()).size).toBe(1)
  })
})

describe('the status of live updates', () => {
  const live = { source: 'polling', pollingInterval: 2_000, lastUpdated: 1_000_000 } as const
  const verified = [{ from: 0n, to: 9n }]
  const done = { verified, trimmed: [], pending: [], failed: [] }
  const reading = { ...done, pending: [{ from: 10n, to: 19n }] }
  const line = (language: string, status: object, scan: object) => {
    const content = (
      <div className="topic0 topic0-log-explorer" style={{ display: 'block', blockSize: 'auto' }}>
        <div className="topic0-log-explorer-toolbar">
          <div className="topic0-log-explorer-facts">
            <LiveStatus live={undefined} onSwitch={() => {}} {...status} />
            <ScanProgress bar={false} coverage={done} {...scan} />
          </div>
        </div>
      </div>
    )
    return language === 'German' ? <StringsProvider strings={german}>{content}</StringsProvider> : content
  }
  const box = (selector: string) => document.querySelector<HTMLElement>(selector)!
  const isWhole = (element: HTMLElement) =>
    element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight + 1
  const scanned = { coverage: reading, fetching: true, onPause: () => {}, onCancel: () => {} }

  test.each(['English', 'German'])('is whole where a range has ended: %s', async (language) => {
    const unavailable = language === 'German' ? german.liveEnded : 'This range has a fixed end'
    await render(line(language, { on: true, unavailable }, {}))
    expect(box('.topic0-live-text').textContent).toBe(unavailable)
    expect(isWhole(box('.topic0-live-text'))).toBe(true)
    expect(isWhole(box('.topic0-scan-progress'))).toBe(true)
  })

  test.each([
    ['0 %', 0n],
    ['50 %', 50n],
  ])('leaves room for the progress in German: %s', async (_, read) => {
    const verified = read > 0n ? [{ from: 0n, to: read - 1n }] : []
    const coverage = { ...done, verified, pending: [{ from: read, to: 99n }] }
    await render(line('German', { on: true }, { ...scanned, coverage }))
    expect(isWhole(box('[role="progressbar"]'))).toBe(true)
    const { right } = box('.topic0-scan-progress-actions').getBoundingClientRect()
    expect(right).toBeLessThanOrEqual(box('.topic0-log-explorer-facts').getBoundingClientRect().right)
    expect(box('.topic0-log-explorer-facts').offsetHeight).toBeLessThanOrEqual(33)
  })

  const bad = [
    { status: 'stale', connectivity: 'offline' },
    { status: 'stale', connectivity: 'unreachable' },
    { status: 'stale' },
    { status: 'degraded' },
  ]
  test.each(
    ['English', 'German'].flatMap((language) =>
      bad.flatMap((state) => [done, reading].map((coverage) => [language, state, coverage] as const)),
    ),
  )('is whole, and nothing moves as seconds count up: %s, %o', async (language, state, coverage) => {
    const scan = coverage === done ? {} : scanned
    const at = (seconds: number) => ({
      ...{ on: true, now: live.lastUpdated + seconds * 1_000, live: { ...live, ...state } },
    })
    const { rerender } = await render(line(language, at(9), scan))
    const places = () =>
      ['.topic0-log-explorer-facts', '.topic0-switch', '.topic0-scan-progress']
        .map((name) => box(name).getBoundingClientRect())
        .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' '))
    const before = places()
    for (const seconds of [9, 10, 99, 100, 119, 150, 7_100]) {
      await rerender(line(language, at(seconds), scan))
      expect(isWhole(box('.topic0-live-text')), `${seconds} s`).toBe(true)
      expect(places(), `${seconds} s`).toEqual(before)
    }
  })
})

test('the choices above groups are below each other, with lists of one width', async () => {
  const log = makeRow(1, { decoded: transferOf(5n) })
  await render(
    <StringsProvider strings={german}>
      <LogGroups logs={[log]} />
    </StringsProvider>,
  )
  await expect.element(page.getByLabelText('Summe')).toBeVisible()
  const [by, sum] = ['Gruppieren nach', 'Summe'].map((label) =>
    page.getByLabelText(label).element().getBoundingClientRect(),
  )
  expect(sum!.top).toBeGreaterThan(by!.bottom)
  expect([sum!.left, sum!.right]).toEqual([by!.left, by!.right])
  expect(sum!.right).toBeLessThanOrEqual(360)
})
