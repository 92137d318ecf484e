import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { LogTable } from '../../src/components/LogTable/LogTable.tsx'
import '../../src/styles.css'
import { seededLogs } from '../../stories/support/seededLogs.ts'

const task = () => new Promise((resolve) => setTimeout(resolve))
const openMenus = () => [...document.querySelectorAll('[role="menu"]:popover-open')]
const menus = () => openMenus().length
const cells = (column: string) => [
  ...document.querySelectorAll(`.topic0-log-table-window [data-column="${column}"]`),
]

beforeEach(async () => {
  await page.viewport(1000, 600)
  await render(
    <div data-testid="table">
      <LogTable logs={seededLogs(50)} style={{ blockSize: '560px' }} />
    </div>,
  )
  await expect.poll(() => document.querySelectorAll('.topic0-event-name').length).toBeGreaterThan(4)
})

/** Clicks where an element is: a locator of its own would wait for its text, which may change. */
async function click(element: Element, button: 'left' | 'right') {
  const table = page.getByTestId('table')
  const [box, { left, top, width, height }] = [table.element(), element].map((one) =>
    one.getBoundingClientRect(),
  ) as [DOMRect, DOMRect]
  const position = { x: left + width / 2 - box.left, y: top + height / 2 - box.top }
  await userEvent.click(table, { button, position })
}

/** A right click, with what happens after its release. On Linux and macOS, browsers ask for the menu on the press. */
async function rightClick(element: Element) {
  const released = new Promise((resolve) => window.addEventListener('pointerup', resolve, { once: true }))
  await click(element, 'right')
  await released
  await expect.poll(menus).toBe(1)
  // Light dismiss happens on release, its toggle event in a later task.
  for (let turn = 0; turn < 5; turn++) await task()
  expect(menus()).toBe(1)
}

test('a right click opens the menu of a cell, which stays until it is closed', async () => {
  await rightClick(cells('contract')[0]!)
  expect(document.activeElement).toHaveAttribute('role', 'menuitem')
  await userEvent.keyboard('{Escape}')
  await expect.poll(menus).toBe(0)
  await rightClick(cells('contract')[0]!)
  await click(document.querySelector('.topic0-log-table-facts')!, 'left')
  await expect.poll(menus).toBe(0)
})

test('while a menu is open, a right click opens that of another cell', async () => {
  await rightClick(cells('contract')[0]!)
  const first = openMenus()[0]!.textContent
  await rightClick(cells('block')[4]!)
  expect(openMenus()[0]!.textContent).not.toBe(first)
})

test('near the edge of the window, it opens above the pointer', async () => {
  const last = cells('contract').findLast((cell) => cell.getBoundingClientRect().bottom < innerHeight)!
  await rightClick(last)
  expect(openMenus()[0]!.getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight)
})

test('a value that is chosen in it shows its actions', async () => {
  await rightClick(cells('event')[0]!.querySelector('.topic0-event-name')!)
  const choices = openMenus()[0]!.textContent
  openMenus()[0]!.querySelector<HTMLElement>('[role="menuitem"]')!.click()
  await expect.poll(() => openMenus()[0]?.textContent ?? choices).not.toBe(choices)
})

test('a click on the box of a row does not scroll its columns away', async () => {
  await page.viewport(500, 600)
  const ids = ['block', 'time', 'contract', 'event', 'signature', 'topics', 'data'] as const
  await render(
    <div style={{ inlineSize: '900px' }}>
      <LogTable
        logs={seededLogs(50)}
        view={{ columns: ids.map((id) => ({ id })) }}
        style={{ blockSize: '500px' }}
      />
    </div>,
  )
  const wide = [...document.querySelectorAll('[role="grid"]')].at(-1)!
  await expect.poll(() => wide.scrollWidth - wide.clientWidth).toBeGreaterThan(200)
  wide.scrollLeft = 200
  const box = wide.querySelectorAll<HTMLElement>('[data-act="mark"]')[1]!
  box.click()
  expect(wide.scrollLeft).toBe(200)
  expect(wide.contains(document.activeElement)).toBe(true)
})
