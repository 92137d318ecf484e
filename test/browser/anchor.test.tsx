import { useLayoutEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Menu } from '../../src/components/ui/Menu.tsx'
import '../../src/styles.css'

function Page() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <div style={{ paddingBlockStart: 40 }}>
      <div id="above" />
      <button ref={setAnchor} type="button" id="anchor">
        Open
      </button>
      {anchor && <Menu label="Menu" items={[]} anchor={anchor} onClose={() => {}} />}
    </div>
  )
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector)!
const edge = (selector: string, side: 'top' | 'bottom') =>
  Math.round(document.querySelector(selector)?.getBoundingClientRect()[side] ?? -1)
const gap = () => edge('[role=menu]', 'top') - edge('#anchor', 'bottom')

test('a menu follows an anchor that moves before its place is watched', async () => {
  // It would report the size of the anchor first, and with it the move.
  vi.stubGlobal('ResizeObserver', undefined)
  function Moving() {
    const [anchor, setAnchor] = useState<HTMLElement | null>(null)
    // After the menu has been placed, before anything is drawn.
    useLayoutEffect(() => {
      if (anchor) document.querySelector('button')!.style.marginBlockStart = '120px'
    }, [anchor])
    return (
      <>
        <button ref={setAnchor} type="button">
          Open
        </button>
        {anchor && <Menu label="Menu" items={[]} anchor={anchor} onClose={() => {}} />}
      </>
    )
  }
  await render(<Moving />)
  const edges = () => {
    const [menu, anchor] = ['[role=menu]', 'button'].map((one) => document.querySelector(one))
    return [menu?.getBoundingClientRect().top, anchor?.getBoundingClientRect().bottom].map((edge) =>
      Math.round(edge ?? -1),
    )
  }
  await expect.poll(() => new Set(edges()).size).toBe(1)
  expect(edges()[0]).toBeGreaterThan(120)
})

test('a menu follows an anchor that moves without an event, and moves back', async () => {
  await render(<Page />)
  await expect.poll(() => find('[role=menu]')).toBeTruthy()
  expect(gap()).toBe(0)
  const before = find('[role=menu]').getBoundingClientRect().top
  for (const height of [120, 0, 7]) {
    find('#above').style.blockSize = `${height}px`
    await expect.poll(gap).toBe(0)
    expect(find('[role=menu]').getBoundingClientRect().top).toBe(before + height)
  }
})

test('a menu follows an anchor that moved before the first report of its place came', async () => {
  const Observer = IntersectionObserver
  // As on a busy machine: reports come two at a time.
  class Late extends Observer {
    constructor(report: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      const held: IntersectionObserverEntry[] = []
      super((entries, observer) => {
        held.push(...entries)
        if (held.length > 1) report(held.splice(0), observer)
        else first?.()
      }, options)
    }
  }
  let first: (() => void) | undefined
  const reported = new Promise<void>((resolve) => (first = resolve))
  vi.stubGlobal('IntersectionObserver', Late)
  await render(<Page />)
  await reported
  expect(gap()).toBe(0)
  find('#above').style.blockSize = '120px'
  await expect.poll(gap).toBe(0)
  expect(edge('#anchor', 'top')).toBeGreaterThan(120)
})

test('a menu follows an anchor that moves after the window was resized', async () => {
  await page.viewport(600, 400)
  await render(<Page />)
  await expect.poll(gap).toBe(0)
  const resized = new Promise((resolve) => window.addEventListener('resize', resolve, { once: true }))
  await page.viewport(600, 800)
  await resized
  find('#above').style.blockSize = '120px'
  await expect.poll(gap).toBe(0)
  expect(edge('#anchor', 'top')).toBeGreaterThan(120)
})

test('a menu follows an anchor whose place was taken for another size of the window', async () => {
  await page.viewport(600, 400)
  await render(<Page />)
  await expect.poll(gap).toBe(0)
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  // As between a resize and the layout after it.
  vi.stubGlobal('innerHeight', 800)
  window.dispatchEvent(new Event('resize'))
  await frame()
  await frame()
  vi.unstubAllGlobals()
  find('#above').style.blockSize = '120px'
  await expect.poll(gap).toBe(0)
  expect(edge('#anchor', 'top')).toBeGreaterThan(120)
})
