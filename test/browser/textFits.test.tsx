import { parseAbiItem, toEventSignature, type AbiEvent } from 'viem'
import { expect, inject, test } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { LiveStatus, LogTable, ScanProgress, StringsProvider } from '../../src/components.ts'
import { shortHex } from '../../src/components/values/shortHex.ts'
import { createLogsConfig } from '../../src/index.ts'
import type { LogRow } from '../../src/logs/Log.ts'
import '../../src/explorer.css'
import { german } from '../../src/strings/de.ts'
import { LogExplorer } from '../../src/widget.ts'
import { makeRow, transferOf } from '../components/makeRow.ts'
import { chain, localNetwork } from '../support/browserChain.ts'

/** Visible ones: text for screen readers only is a dot. */
const shown = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (element) => element.checkVisibility() && element.getBoundingClientRect().width > 4,
  )
/** Elements that overflow their box, as text. */
const cut = (selector: string) =>
  shown(selector)
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent)
/** Elements clipped by the window or by an ancestor. */
const outside = (selector: string) =>
  shown(selector)
    .filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      const edges = [document.documentElement, element.closest('.topic0-log-explorer-facts')]
      return edges.some((edge) => {
        const box = edge?.getBoundingClientRect()
        return box && (left < box.left - 1 || right > box.right + 1)
      })
    })
    .map((element) => element.getAttribute('aria-label') ?? element.textContent)

/** Elements of which a part is clipped by their parent: they are either whole or out of sight. */
const partly = (selector: string) =>
  shown(selector)
    .filter((element) => {
      const box = element.parentElement!.getBoundingClientRect()
      const { top, right, bottom, left } = element.getBoundingClientRect()
      const isHidden = top >= box.bottom - 1
      return !isHidden && (bottom > box.bottom + 1 || right > box.right + 1 || left < box.left - 1)
    })
    .map(({ textContent }) => textContent)

/** Elements whose text takes more than one line. */
const wrapped = (selector: string) =>
  shown(selector)
    .filter((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      return new Set(Array.from(text.getClientRects(), ({ top }) => Math.round(top))).size > 1
    })
    .map(({ textContent }) => textContent)

test('screens use the pinned font', () => {
  const context = document.createElement('canvas').getContext('2d')!
  context.font = `1000px ${getComputedStyle(document.documentElement).getPropertyValue('--topic0-font')}`
  // The digit width identifies the font, whatever its installed name.
  expect(context.measureText('0').width).toBeCloseTo({ Roboto: 562, 'DejaVu Sans': 636 }[inject('font')], -1)
})

// At maximum length: a chain with hundreds of millions of blocks.
const logs = Array.from({ length: 60 }, (_, at) =>
  makeRow(888_888_888 - at, { blockTimestamp: 1_800_000_000n - BigInt(at) }),
)

test.each([360, 600, 800, 1000, 1144, 1440, 2560])(
  'blocks, times and names of columns are whole at %i px, and nothing scrolls sideways',
  async (width) => {
    await page.viewport(width, 700)
    await render(<LogTable logs={logs} style={{ blockSize: '500px' }} />)
    await expect.poll(() => shown('.topic0-event-name').length).toBeGreaterThan(4)
    expect(cut('.topic0-timestamp, .topic0-digits, .topic0-log-table-name')).toEqual([])
    const grid = document.querySelector('[role="grid"]')!
    expect(grid.scrollWidth).toBeLessThanOrEqual(grid.clientWidth)
  },
)

const eighteen = 123_456_789_012_345_678n
const eventOf = (text: string): LogRow['decoded'] => {
  const { name, inputs } = parseAbiItem(text) as AbiEvent
  return {
    ...{ name, source: 'known' },
    signature: toEventSignature(text),
    args: inputs.map((input, at) => ({
      ...{ name: input.name ?? '', type: input.type, indexed: false, hashed: false },
      value: input.type === 'address' ? `0x${`${at + 1}2`.repeat(20)}` : eighteen,
    })),
  }
}

test.each([744, 768, 800, 900, 1000, 1112, 1280, 1440])(
  'a row says when, at %i px: as an age where a time has no room',
  async (width) => {
    await page.viewport(width, 700)
    await render(<LogTable logs={logs} style={{ blockSize: '500px' }} />)
    await expect.poll(() => shown('.topic0-timestamp').length).toBeGreaterThan(4)
    expect(cut('.topic0-timestamp, .topic0-log-table-name')).toEqual([])
  },
)

/** Whether a part of the words is clipped by an element around them, up to the cell. */
function unclear(words: string, within: Element): boolean {
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode
    const at = textContent!.indexOf(words)
    if (at < 0) continue
    const text = document.createRange()
    text.setStart(walker.currentNode, at)
    text.setEnd(walker.currentNode, at + words.length)
    const range = text.getBoundingClientRect()
    for (let box: Element | null = parentElement; box && box.role !== 'row'; box = box.parentElement) {
      if (getComputedStyle(box).display === 'contents') continue
      const { left, right, top, bottom } = box.getBoundingClientRect()
      if (range.left < left - 0.1 || range.right > right + 0.1) return true
      if (range.bottom <= top || range.top >= bottom) return true
    }
    return false
  }
  throw new Error(`${words} is not in the row.`)
}

function expectParties(row: Element, { decoded }: LogRow) {
  const parties = decoded!.args.filter(({ type, name }) => type === 'address' && name !== 'operator')
  for (const { value } of parties) {
    const words = shortHex(String(value))
    expect(unclear(words, row.querySelector('.topic0-event-args')!), words).toBe(false)
  }
}

// 736: the explorer on a tablet. 1112: at 1440 px, beside its form.
const widths = [360, 736, 800, 900, 1000, 1112, 1280, 1440]
test.each(
  [
    'event Transfer(address indexed from, address indexed to, uint256 value)',
    'event Approval(address indexed owner, address indexed spender, uint256 value)',
    'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96)',
    'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, address indexed to)',
  ].flatMap((event) => widths.map((width) => [width, event] as const)),
)('at %i px, a row shows both addresses and an amount of 18 digits: %s', async (width, event) => {
  await page.viewport(width, 700)
  const rows = logs.map((log) => ({ ...log, decoded: eventOf(event) }))
  await render(<LogTable logs={rows} style={{ blockSize: '500px' }} />)
  await expect.poll(() => shown('.topic0-event-name').length).toBeGreaterThan(3)
  expectParties(document.querySelector('.topic0-log-table-window [role="row"]')!, rows[0]!)
  expect(unclear('123,456,789,012,345,678', document.querySelector('.topic0-event-amount')!)).toBe(false)
})

test.each([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])('at 768 px, both addresses of a removed log are whole: %s', async (event) => {
  await page.viewport(768, 700)
  const decoded = eventOf(event)!
  const args = decoded.args.map((arg) =>
    arg.type === 'uint256[]'
      ? { ...arg, value: arg.name === 'ids' ? [7n, 8n, 9n] : [1_000_000n, 1n, 1n] }
      : arg,
  )
  const rows = logs.map((log) => ({ ...log, decoded: { ...decoded, args }, removed: true }))
  await render(<LogTable logs={rows} style={{ blockSize: '500px' }} />)
  await expect.poll(() => shown('.topic0-event-name').length).toBeGreaterThan(3)
  const row = document.querySelector('.topic0-log-table-window [role="row"]')!
  expectParties(row, rows[0]!)
  // The word gives way, its sign does not.
  const badge = row.querySelector('.topic0-badge')!
  expect(badge.clientWidth).toBeGreaterThan(parseFloat(getComputedStyle(badge).fontSize))
})

test('the widest screens show all digits of a transaction', async () => {
  await page.viewport(3000, 700)
  await render(<LogTable logs={logs} style={{ blockSize: '500px' }} />)
  await expect.poll(() => shown('[data-column="transaction"] .topic0-hex-middle').length).toBeGreaterThan(3)
  const [middle] = shown('[data-column="transaction"] .topic0-hex-middle')
  expect(middle!.scrollWidth).toBeLessThanOrEqual(middle!.clientWidth + 1)
  expect(middle!.clientWidth).toBeGreaterThan(300)
})

test('the progress is whole at every width while the status beside it can still shrink', async () => {
  const coverage = {
    ...{ verified: [{ from: 0n, to: 404n }], trimmed: [], failed: [], archived: [] },
    pending: [{ from: 405n, to: 999n }],
  }
  await render(
    <div className="topic0 topic0-log-explorer-facts">
      <LiveStatus live={undefined} on onSwitch={() => {}} />
      <ScanProgress {...{ coverage, bar: false, onPause: () => {}, onCancel: () => {} }} />
    </div>,
  )
  const [line] = shown('.topic0-log-explorer-facts')
  const width = (selector: string) => line!.querySelector(selector)!.getBoundingClientRect().width
  const least = width('.topic0-dot') + 1
  let rooms = 0
  for (let room = 600; room > 200; room--) {
    line!.style.width = `${room}px`
    if (width('.topic0-live-text') <= least) continue
    rooms++
    // A fraction of a pixel less would break the text.
    expect(wrapped('strong'), `${room} px`).toEqual([])
  }
  expect(rooms).toBeGreaterThan(100)
})

test.each([360, 800, 1280])(
  'an amount of any length ends in an ellipsis, not in a digit: %i px',
  async (width) => {
    await page.viewport(width, 700)
    await render(
      <LogTable logs={[makeRow(1, { decoded: transferOf(2n ** 250n) })]} style={{ blockSize: '500px' }} />,
    )
    await expect.poll(() => cut('.topic0-event-amount > .topic0-event-value')).toHaveLength(1)
    expect(partly('.topic0-event')).toEqual([])
  },
)

test('an argument without room is dropped whole, and its ellipsis is not cut', async () => {
  await page.viewport(1000, 700)
  const view = { columns: [{ id: 'event', width: 260 }, { id: 'signature' }, { id: 'data' }] } as const
  const decoded = eventOf('event Named(bytes32 node, uint256 value)')!
  const args = decoded.args.map((arg) =>
    arg.name === 'node' ? { ...arg, value: `0x${'12'.repeat(32)}` } : arg,
  )
  await render(<LogTable logs={[makeRow(1, { decoded: { ...decoded, args } })]} view={view} />)
  await expect.poll(() => shown('.topic0-event-arg').length).toBe(1)
  const line = shown('.topic0-event-rest')[0]!
  const [first] = line.querySelectorAll('.topic0-event-arg')
  expect(first!.getBoundingClientRect().width).toBeGreaterThan(line.clientWidth + 1)
  const context = document.createElement('canvas').getContext('2d')!
  context.font = getComputedStyle(line).font
  expect(line.clientWidth).toBeGreaterThanOrEqual(context.measureText('…').width)
})

test('names of arguments are whole or not there, and give way before addresses', async () => {
  await page.viewport(1000, 700)
  const decoded = eventOf('event Approval(address indexed owner, address indexed spender, uint256 value)')
  const logsOf = (logs: LogRow[]) => logs.map((log) => ({ ...log, decoded }))
  /** Names that are whole; none may be cut. */
  const names = () =>
    [...document.querySelectorAll('.topic0-event-arg-name')].flatMap((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      const [name, box] = [text, element].map((one) => one.getBoundingClientRect()) as [DOMRect, DOMRect]
      const [words] = [...text.getClientRects()].filter(({ width }) => width > 0)
      if (words!.top >= box.bottom - 1) return []
      expect(name.right).toBeLessThanOrEqual(box.right + 0.1)
      return [element.textContent]
    })
  const show = async (width: number, event = decoded) => {
    await cleanup()
    const view = { columns: [{ id: 'event' as const, width }] }
    await render(
      <LogTable logs={logsOf([makeRow(1)]).map((log) => ({ ...log, decoded: event }))} view={view} />,
    )
    await expect.poll(() => shown('.topic0-event-name').length).toBe(1)
    return names()
  }
  const seen = [(await show(800)).join(' ')]
  // How wide names are depends on the font.
  for (let width = 700; seen.at(-1) !== '' && width > 450; width -= 5)
    seen.push((await show(width)).join(' '))
  expect(seen[0]).toBe('owner: spender: value:')
  expect([...new Set(seen)]).toEqual(['owner: spender: value:', 'owner: spender:', 'owner:', ''])
  expect(seen.at(-1)).toBe('')
  expect(cut('.topic0-event-value')).toEqual([])
  expect(await show(800, transferOf(1n))).toEqual(['from:', 'to:', 'value:'])
})

test('the menu button of a narrow column does not cover its sort arrow', async () => {
  await page.viewport(1000, 700)
  const view = {
    columns: [{ id: 'contract' as const, width: 96 }, { id: 'event' as const }],
    sort: { column: 'contract' as const, direction: 'asc' as const },
  }
  await render(<LogTable logs={logs} view={view} />)
  const header = page.getByRole('columnheader', { name: 'Contract' })
  await userEvent.hover(header)
  const box = (selector: string) => header.element().querySelector(selector)!.getBoundingClientRect()
  await expect.poll(() => getComputedStyle(header.element().querySelector('button')!).opacity).toBe('1')
  expect(box(':scope > .topic0-icon').right).toBeLessThanOrEqual(box('button').left)
})

test('shortened addresses are whole or not there, and the first one stays longest', async () => {
  await page.viewport(1000, 700)
  const decoded = eventOf('event Approval(address indexed owner, address indexed spender, uint256 value)')!
  const seen = []
  for (let width = 520; width >= 160; width -= 12) {
    await cleanup()
    const view = { columns: [{ id: 'event' as const, width }] }
    await render(<LogTable logs={[{ ...makeRow(1), decoded }]} view={view} />)
    await expect.poll(() => shown('.topic0-event-name').length).toBe(1)
    const found = document.querySelectorAll('.topic0-event-party > .topic0-event-value')
    const values = [...found].map((value) => {
      const text = document.createRange()
      text.selectNodeContents(value.lastChild!)
      const [words, box] = [text, value].map((one) => one.getBoundingClientRect()) as [DOMRect, DOMRect]
      if (words.top >= box.bottom - 1) return 'gone'
      return words.right <= box.right + 0.1 ? 'whole' : 'cut'
    })
    seen.push(values.join(' '))
  }
  expect([...new Set(seen)]).toEqual(['whole whole', 'whole gone', 'gone gone'])
})

test.each([360, 1440])('all of a removed log but its time is struck through: %i px', async (width) => {
  await page.viewport(width, 700)
  const decoded = eventOf('event Moved(address from, address to, bytes32 node, bool done)')!
  const args = decoded.args.map((arg) =>
    arg.name === 'node' ? { ...arg, value: `0x${'12'.repeat(32)}` } : arg,
  )
  const columns = (['block', 'time', 'contract', 'event', 'transaction', 'logIndex'] as const).map((id) => ({
    id,
  }))
  const row = makeRow(1, { decoded: { ...decoded, args }, removed: true, blockTimestamp: 1_800_000_000n })
  await render(<LogTable logs={[row]} view={{ columns }} />)
  await expect.poll(() => shown('.topic0-event-name').length).toBe(1)
  /** A line reaches text of its element and of blocks and inline boxes in it, but no inline block. */
  const isStruck = (element: Element): boolean => {
    const { textDecorationLine, display } = getComputedStyle(element)
    if (textDecorationLine === 'line-through') return true
    return display !== 'inline-block' && element.role !== 'gridcell' && isStruck(element.parentElement!)
  }
  const walker = document.createTreeWalker(
    document.querySelector('.topic0-log-table-window')!,
    NodeFilter.SHOW_TEXT,
  )
  const plain: string[] = []
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement!
    const text = walker.currentNode.textContent!.trim()
    if (
      text &&
      !element.closest('.topic0-visually-hidden, .topic0-badge, .topic0-timestamp') &&
      !isStruck(element)
    )
      plain.push(text)
  }
  expect(plain).toEqual([])
})

test('pinned columns align with their header, also in rows of a chain that may be gone', async () => {
  await page.viewport(600, 700)
  const columns = (['block', 'time', 'contract', 'event', 'data'] as const).map((id, at) => ({
    id,
    pinned: at < 2,
  }))
  await page.viewport(1000, 700)
  await render(<LogTable logs={logs} view={{ columns }} staleFrom={0n} style={{ blockSize: '500px' }} />)
  await expect.poll(() => shown('.topic0-timestamp').length).toBeGreaterThan(10)
  document.querySelector('[role="grid"]')!.scrollLeft = 200
  const left = (role: string) =>
    shown(`[role="${role}"]`)
      .slice(0, columns.length)
      .map((element) => element.getBoundingClientRect().left)
  expect(left('gridcell')).toEqual(left('columnheader'))
})

test.each([
  [360, 'English'],
  [360, 'German'],
  [800, 'German'],
  [1000, 'English'],
  [1440, 'English'],
  [1440, 'German'],
] as const)('every button of the explorer is visible with its label: %i px, %s', async (width, language) => {
  await page.viewport(width, 900)
  const explorer = (
    <LogExplorer
      config={createLogsConfig({ networks: [localNetwork()] })}
      contracts={chain.contracts}
      defaultLive
      style={{ blockSize: '860px' }}
    />
  )
  await render(
    language === 'German' ? <StringsProvider strings={german}>{explorer}</StringsProvider> : explorer,
  )
  const rows = () => Number(document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount')) - 1
  await expect.poll(rows).toBeGreaterThan(0)
  await expect.poll(() => cut('.topic0-scan-progress strong')).toEqual([])
  const buttons = '.topic0-log-explorer :is(button:not([role="grid"] *), summary, select, [role="switch"])'
  expect(shown(buttons).length).toBeGreaterThan(8)
  expect(outside(buttons)).toEqual([])
  expect(cut('.topic0-button, .topic0-timestamp, .topic0-digits, .topic0-log-table-name')).toEqual([])
  expect(wrapped('.topic0-choices label > span')).toEqual([])
  await expect.poll(() => shown('[data-state="live"] > .topic0-live-text').length).toBe(1)
  await expect.poll(() => partly('.topic0-live-text > span')).toEqual([])
})

test('details have room for a topic on one line, on the widest screens', async () => {
  await page.viewport(3840, 900)
  await render(
    <LogExplorer
      config={createLogsConfig({ networks: [localNetwork()] })}
      contracts={chain.contracts}
      style={{ blockSize: '860px' }}
    />,
  )
  await expect.poll(() => shown('.topic0-log-table-window [data-column="event"]').length).toBeGreaterThan(0)
  shown('.topic0-log-table-window [data-column="event"]')[0]!.click()
  await expect.poll(() => shown('.topic0-words code').length).toBeGreaterThan(0)
  expect(wrapped('.topic0-words code')).toEqual([])
})
