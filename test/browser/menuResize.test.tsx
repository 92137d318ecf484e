import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { LogTable } from '../../src/components/LogTable/LogTable.tsx'
import '../../src/styles.css'
import { seededLogs } from '../../stories/support/seededLogs.ts'

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

test('a menu whose items depend on the size of the table follows it, without an error of the browser', async () => {
  const errors: string[] = []
  const stop = new AbortController()
  window.addEventListener('error', ({ message }) => errors.push(message), { signal: stop.signal })
  await page.viewport(414, 330)
  const { container } = await render(
    <div style={{ inlineSize: '1100px' }}>
      <LogTable logs={seededLogs(200)} style={{ blockSize: '500px' }} />
    </div>,
  )
  const box = container.firstElementChild as HTMLElement
  const header = page.getByRole('button', { name: 'Column Event' })
  await expect.element(header).toBeInTheDocument()
  header.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  const menu = page.getByRole('menu')
  await expect.element(menu).toBeVisible()
  const heights = new Set<number>()
  for (const width of [900, 700, 500, 320, 1000, 400, 1100, 300, 1100]) {
    box.style.inlineSize = `${width}px`
    await frame()
    await frame()
    const { height, bottom } = menu.element().getBoundingClientRect()
    heights.add(height)
    expect(bottom).toBeLessThanOrEqual(innerHeight)
  }
  stop.abort()
  expect(heights.size).toBeGreaterThan(1)
  expect(errors).toEqual([])
})
