import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { LogTable } from '../../src/components/LogTable/LogTable.tsx'
import '../../src/styles.css'
import { seededLogs } from '../../stories/support/seededLogs.ts'

const task = () => new Promise((resolve) => setTimeout(resolve))
const menus = () => document.querySelectorAll('[role="menu"]:popover-open').length

test('a right click opens the menu of a cell, which stays until it is closed', async () => {
  await page.viewport(1000, 700)
  await render(<LogTable logs={seededLogs(50)} style={{ blockSize: '500px' }} />)
  await expect.poll(() => document.querySelectorAll('[data-column="contract"]').length).toBeGreaterThan(4)
  const cell = document.querySelector('.topic0-log-table-window [data-column="contract"]')!
  // On Linux and macOS, browsers ask for the menu on the press.
  const released = new Promise((resolve) => window.addEventListener('pointerup', resolve, { once: true }))
  await userEvent.click(cell, { button: 'right' })
  await released
  await expect.poll(menus).toBe(1)
  // What a release closes, it closes at once, and tells of it in a later task.
  for (let turn = 0; turn < 5; turn++) await task()
  expect(menus()).toBe(1)
  expect(document.activeElement).toHaveAttribute('role', 'menuitem')
  await userEvent.keyboard('{Escape}')
  await expect.poll(menus).toBe(0)
  await userEvent.click(cell, { button: 'right' })
  await expect.poll(menus).toBe(1)
  await userEvent.click(document.querySelector('.topic0-log-table-facts')!)
  await expect.poll(menus).toBe(0)
})
