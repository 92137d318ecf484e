import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Menu } from '../../../src/components/ui/Menu.tsx'
import { Popover } from '../../../src/components/ui/Popover.tsx'

const rect = (left: number, top: number) => ({ left, right: left + 80, top, bottom: top + 20 })
let now = rect(0, 0)
const anchor = { isConnected: true, getBoundingClientRect: () => now }
const onClose = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  anchor.isConnected = true
})
afterEach(() => vi.useRealTimers())

test.each([
  ['menu', <Menu key="" label="Menu" items={[]} {...{ anchor, onClose }} />],
  ['dialog', <Popover key="" {...{ anchor, onClose }} />],
])('a %s stays beside what it belongs to, wherever that goes, while both are there', (role, element) => {
  now = rect(100, 50)
  const { unmount } = render(element)
  const place = () => {
    const { left, top } = screen.getByRole(role, { hidden: true }).style
    return { left, top }
  }
  expect(place()).toEqual({ left: '100px', top: '70px' })
  now = rect(40, 300)
  vi.advanceTimersToNextFrame()
  expect(place()).toEqual({ left: '40px', top: '320px' })
  // As of a row that was scrolled away.
  anchor.isConnected = false
  now = rect(0, 0)
  vi.advanceTimersToNextFrame()
  expect(place()).toEqual({ left: '40px', top: '320px' })
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
