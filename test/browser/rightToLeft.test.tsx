import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import type { RequestEvent } from '../../src/base/RequestEvent.ts'
import { LogDetails } from '../../src/components/LogDetails/LogDetails.tsx'
import { LogGroups } from '../../src/components/LogGroups/LogGroups.tsx'
import { LogTable } from '../../src/components/LogTable/LogTable.tsx'
import { QueryCode } from '../../src/components/QueryCode/QueryCode.tsx'
import { RequestLog } from '../../src/components/RequestLog/RequestLog.tsx'
import { CoverageBar } from '../../src/components/status/CoverageBar.tsx'
import { DecodedValue } from '../../src/components/values/DecodedValue.tsx'
import '../../src/styles.css'
import { makeRow, transferOf } from '../components/makeRow.ts'

beforeEach(() => page.viewport(900, 500))
const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()
const logs = Array.from({ length: 40 }, (_, at) => makeRow(40 - at, { blockTimestamp: 1_700_000_000n }))

test.each(['ltr', 'rtl'])('focus never moves under pinned columns: %s', async (dir) => {
  const view = { columns: [{ id: 'contract', pinned: true }, ...wide(['block', 'time', 'data', 'topics'])] }
  await render(
    <div dir={dir}>
      <LogTable logs={logs} view={view} style={{ blockSize: '400px' }} />
    </div>,
  )
  await expect.poll(() => document.querySelectorAll('[data-index="1"] > [role="gridcell"]').length).toBe(5)
  document.querySelector<HTMLElement>('[data-index="1"] > [data-column="contract"]')!.focus()
  await userEvent.keyboard('{End}')
  const [back, on] = dir === 'ltr' ? ['{ArrowLeft}', '{ArrowRight}'] : ['{ArrowRight}', '{ArrowLeft}']
  const seen: (string | undefined)[] = []
  for (const key of [back, back, back, on, on, on]) {
    await userEvent.keyboard(key)
    const cell = document.activeElement as HTMLElement
    const inner = cell.getBoundingClientRect()
    const x = dir === 'ltr' ? inner.left + 4 : inner.right - 4
    const at = document.elementFromPoint(x, inner.top + inner.height / 2)
    seen.push(cell.contains(at) ? cell.dataset['column'] : `${cell.dataset['column']}, covered`)
  }
  expect(seen).toEqual(['data', 'time', 'block', 'time', 'data', 'topics'])
})

const wide = (ids: readonly string[]) => ids.map((id) => ({ id, width: 260 }))

test.each(['ltr', 'rtl'])('times are below their header: %s', async (dir) => {
  const view = { columns: [...wide(['time']), { id: 'event' }] }
  await render(
    <div dir={dir}>
      <LogTable logs={logs} view={view} style={{ blockSize: '400px' }} />
    </div>,
  )
  await expect.poll(() => document.querySelectorAll('[data-index="1"] time').length).toBe(1)
  const text = document.createRange()
  text.selectNodeContents(document.querySelector('[data-index="1"] time')!)
  const edge = dir === 'ltr' ? 'right' : 'left'
  const header = box('[role="columnheader"] > .topic0-log-table-name')
  expect(Math.abs(header[edge] - text.getBoundingClientRect()[edge])).toBeLessThan(2)
})

test.each(['ltr', 'rtl'])('shares are apart from the counts, below their header: %s', async (dir) => {
  const groups = [...logs, makeRow(50, { address: `0x${'2'.repeat(40)}` })]
  await render(
    <div dir={dir}>
      <LogGroups logs={groups} />
    </div>,
  )
  await expect.poll(() => document.querySelectorAll('.topic0-log-groups-logs').length).toBe(2)
  const placeOf = (node: Node) => {
    const text = document.createRange()
    text.selectNodeContents(node)
    return text.getBoundingClientRect()
  }
  const cell = document.querySelector('.topic0-log-groups-logs')!
  const count = [...cell.childNodes].find((node) => node.textContent === '40')!
  const [share, name] = [cell.lastChild!, document.querySelector('.topic0-log-groups-sort')!.firstChild!]
  const [end, from] = dir === 'ltr' ? (['right', 'left'] as const) : (['left', 'right'] as const)
  expect(Math.abs(placeOf(share)[from] - placeOf(count)[end])).toBeGreaterThan(10)
  expect(Math.abs(placeOf(share)[end] - placeOf(name)[end])).toBeLessThan(2)
  const heads = [...document.querySelectorAll('.topic0-log-groups-table thead th')].map((head) =>
    placeOf((head.querySelector('button') ?? head).firstChild!),
  )
  expect(new Set(heads.map(({ top, height }) => Math.round(top + height / 2))).size).toBe(1)
})

test('the fields of a tuple have their name first, in any language', async () => {
  const fields = ['amount', 'שם'].map((name) => ({ name, type: 'uint256', value: 1n }))
  await render(
    <div dir="rtl">
      <DecodedValue type="(uint256,uint256)" value={{ fields }} />
    </div>,
  )
  for (const name of document.querySelectorAll('.topic0-value-name')) {
    const [first, type] = [...name.children].map((child) => child.getBoundingClientRect())
    expect(first!.left).toBeGreaterThanOrEqual(type!.right)
  }
})

test.each(['ltr', 'rtl'])('an address is aligned as other values: %s', async (dir) => {
  const log = makeRow(1, { decoded: transferOf(5n) })
  await render(
    <div dir={dir} style={{ inlineSize: '360px' }}>
      <LogDetails log={log} />
    </div>,
  )
  await expect.poll(() => document.querySelectorAll('.topic0-argument').length).toBe(3)
  const edges = ['.topic0-hex-text', '.topic0-value-plain'].map((selector) => {
    const { firstChild, lastChild } = document.querySelector(`.topic0-argument ${selector}`)!
    const text = document.createRange()
    text.selectNodeContents(dir === 'ltr' ? firstChild! : lastChild!)
    return text.getBoundingClientRect()[dir === 'ltr' ? 'left' : 'right']
  })
  expect(Math.abs(edges[0]! - edges[1]!)).toBeLessThan(2)
})

test.each(['ltr', 'rtl'])('arguments start where the heading does: %s', async (dir) => {
  await render(
    <div dir={dir} style={{ inlineSize: '360px' }}>
      <LogDetails log={makeRow(1, { decoded: transferOf(5n) })} />
    </div>,
  )
  await expect.poll(() => document.querySelectorAll('.topic0-argument').length).toBe(3)
  const edge = dir === 'ltr' ? 'left' : 'right'
  const starts = ['h3', '.topic0-arguments tbody th', '.topic0-value-plain'].map((name) => {
    const text = document.createRange()
    text.selectNodeContents(document.querySelector(`.topic0-log-details ${name}`)!)
    return text.getBoundingClientRect()[edge]
  })
  expect(Math.max(...starts) - Math.min(...starts)).toBeLessThan(2)
})

test.each(['ltr', 'rtl'])('a failed block at the end of a bar is seen: %s', async (dir) => {
  const coverage = {
    verified: [{ from: 0n, to: 999_999n }],
    trimmed: [],
    pending: [],
    failed: [{ range: { from: 1_000_000n, to: 1_000_000n }, error: new Error('The node is asleep.') }],
  }
  await render(
    <div dir={dir}>
      <CoverageBar coverage={coverage} />
    </div>,
  )
  const [bar, failed] = [box('.topic0-coverage-track'), box('.topic0-coverage-track > [data-state="failed"]')]
  expect(failed.width).toBeGreaterThanOrEqual(4)
  expect(Math.min(failed.right, bar.right) - Math.max(failed.left, bar.left)).toBeCloseTo(failed.width, 1)
})

test('code and quantities read from the left', async () => {
  const request: RequestEvent = {
    ...{ chainId: 1, endpoint: 'a.example', type: 'http', method: 'eth_getLogs', params: [] },
    ...{ range: undefined, reason: 'scan', attempt: 1, outcome: 'success', logs: 1, error: undefined },
    message: {
      ...{ id: 1, calls: 1, startedAt: 0, duration: 98, sentBytes: 210, receivedBytes: 145_000 },
      status: 200,
    },
  }
  await render(
    <div dir="rtl">
      <QueryCode query={{ fromBlock: 1n }} />
      <RequestLog requests={[request]} />
    </div>,
  )
  expect(getComputedStyle(document.querySelector('.topic0-code > pre')!).direction).toBe('ltr')
  const totals = document.querySelector<HTMLDetailsElement>('.topic0-request-totals')!
  totals.open = true
  for (const unit of ['ms', 'kB']) {
    const cell = [...totals.querySelectorAll('td')].find(({ textContent }) => textContent.endsWith(unit))!
    const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode()!
    const [digit, letter] = [0, text.textContent!.length - 1].map((at) => {
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return range.getBoundingClientRect()
    })
    expect(digit!.left).toBeLessThan(letter!.left)
  }
})
