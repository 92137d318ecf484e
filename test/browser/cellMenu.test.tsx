import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { cdp, page } from 'vitest/browser'
import { LogTable } from '../../src/components/LogTable/LogTable.tsx'
import type { LogRow } from '../../src/logs/Log.ts'
import '../../src/styles.css'
import { makeRow } from '../components/makeRow.ts'
import { hoverCell } from '../support/hoverCell.ts'

const now = Math.floor(Date.now() / 1000)
// Ages of three digits, and blocks of a chain with hundreds of millions.
const logs = Array.from({ length: 20 }, (_, at) =>
  makeRow(888_888_888 - at, { blockTimestamp: BigInt(now - 115 * 60) }),
)
const opened: LogRow[] = []
const cell = (column: string) =>
  document.querySelectorAll<HTMLElement>(`.topic0-log-table-window [data-column="${column}"]`)[2]!
const menuOf = (column: string) => cell(column).querySelector<HTMLElement>('.topic0-cell-menu')

beforeEach(() => {
  opened.length = 0
})

async function show(width: number, time?: 'utc' | 'age') {
  await page.viewport(width, 600)
  const columns = ['block', 'time', 'event', 'logIndex'] as const
  await render(
    <LogTable
      logs={logs}
      defaultView={{ columns: columns.map((id) => ({ id })), time }}
      style={{ blockSize: '560px' }}
      onSelect={(log) => opened.push(log)}
    />,
  )
  await expect.poll(() => document.querySelectorAll('.topic0-event-name').length).toBeGreaterThan(4)
}

/** By how many pixels the button of a cell covers its text. */
function covered(column: string): number {
  const text = document.createRange()
  text.selectNodeContents(cell(column).firstElementChild!)
  const [value, button] = [text, menuOf(column)!].map((one) => one.getBoundingClientRect())
  return Math.min(value!.right, button!.right) - Math.max(value!.left, button!.left)
}

test.each(['utc', 'age'] as const)(
  'the button of a cell covers no number, with times as %s',
  async (time) => {
    await show(1440, time)
    for (const column of ['block', 'time', 'logIndex']) {
      await hoverCell(cell(column))
      await expect.poll(() => menuOf(column)).toHaveStyle({ opacity: '1' })
      expect(covered(column), column).toBeLessThanOrEqual(0)
    }
  },
)

const session = cdp() as unknown as {
  send(method: `Emulation.${string}` | 'Input.dispatchTouchEvent', params?: object): Promise<void>
}

describe('by touch', () => {
  beforeEach(async () => {
    const screen = { mobile: true, width: 0, height: 0, deviceScaleFactor: 0 }
    await session.send('Emulation.setDeviceMetricsOverride', screen)
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  })
  afterEach(async () => {
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await session.send('Emulation.clearDeviceMetricsOverride')
  })

  /** Taps a cell at a part of its width. */
  async function tap(cell: Element, part: number) {
    const [outer, box] = [frameElement!, cell].map((one) => one.getBoundingClientRect())
    const x = outer!.x + box!.x + box!.width * part
    const y = outer!.y + box!.y + box!.height / 2
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  test('a tap on a cell opens its log, and the number stays in sight', async () => {
    await show(1024, 'age')
    expect(matchMedia('(pointer: coarse)').matches).toBe(true)
    for (const [column, part] of [
      ['time', 0.5],
      ['time', 0.2],
      ['block', 0.9],
      ['logIndex', 0.1],
    ] as const) {
      const before = opened.length
      await tap(cell(column), part)
      await expect.poll(() => opened.length, { message: column }).toBe(before + 1)
      await expect.poll(() => menuOf(column)).not.toBeNull()
      expect(menuOf(column), column).toHaveStyle({ opacity: '0', pointerEvents: 'none' })
    }
    expect(document.querySelector('[role="menu"]')).toBeNull()
  })

  test('the first tap where a button appears opens the log, the second the menu', async () => {
    await show(1024, 'age')
    const { width } = cell('event').getBoundingClientRect()
    await tap(cell('event'), 1 - 20 / width)
    await expect.poll(() => opened.length).toBe(1)
    await expect.poll(() => menuOf('event')).toHaveStyle({ opacity: '1' })
    await tap(menuOf('event')!, 0.5)
    await expect.element(page.getByRole('menu')).toBeVisible()
    expect(opened.length).toBe(1)
  })
})
