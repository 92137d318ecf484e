import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Menu } from '../../../src/components/ui/Menu.tsx'
import { Popover } from '../../../src/components/ui/Popover.tsx'

const rect = (left: number, top: number) => ({ left, right: left + 80, top, bottom: top + 20 })
let now = rect(0, 0)
const measured = vi.fn(() => now)
const anchor = { isConnected: true, getBoundingClientRect: measured }
const onClose = () => {}

beforeEach(() => {
  anchor.isConnected = true
})

test.each([
  ['menu', <Menu key="" label="Menu" items={[]} {...{ anchor, onClose }} />],
  ['dialog', <Popover key="" {...{ anchor, onClose }} />],
])('a %s stays next to its anchor, wherever that moves, while both exist', (role, element) => {
  now = rect(100, 50)
  const { unmount } = render(element)
  const place = () => {
    const { left, top } = screen.getByRole(role, { hidden: true }).style
    return { left, top }
  }
  expect(place()).toEqual({ left: '100px', top: '70px' })
  now = rect(40, 300)
  fireEvent.scroll(document.body)
  expect(place()).toEqual({ left: '40px', top: '320px' })
  // As of a row that was scrolled away.
  anchor.isConnected = false
  now = rect(0, 0)
  fireEvent.scroll(document.body)
  expect(place()).toEqual({ left: '40px', top: '320px' })
  unmount()
  measured.mockClear()
  fireEvent.scroll(document.body)
  expect(measured).not.toHaveBeenCalled()
})

test('keys of a menu: Up from the menu itself leads to its end, and shortcuts of the browser move nothing', () => {
  const items = ['Copy', 'Rename', 'Remove'].map(
    (label) => ({ kind: 'action', label, onChoose() {} }) as const,
  )
  render(<Menu label="Menu" {...{ anchor, items, onClose }} />)
  const menu = screen.getByRole('menu', { hidden: true })
  const names = () => document.activeElement!.textContent
  fireEvent.keyDown(document.activeElement!, { key: 'r', ctrlKey: true })
  expect(names()).toBe('Copy')
  fireEvent.keyDown(document.activeElement!, { key: 'r' })
  expect(names()).toBe('Rename')
  menu.focus()
  fireEvent.keyDown(menu, { key: 'ArrowUp' })
  expect(names()).toBe('Remove')
})
