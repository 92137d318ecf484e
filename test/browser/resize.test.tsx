import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { LogTable } from '../../src/components/LogTable/LogTable.tsx'
import { seededLogs } from '../../stories/support/seededLogs.ts'
import '../../src/styles.css'

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** A table below text, which takes some of its height. */
function Page({ onReady }: { onReady: (setLines: (lines: number) => void) => void }) {
  const [lines, setLines] = useState(1)
  useEffect(() => onReady(setLines), [onReady])
  return (
    <div style={{ display: 'flex', flexDirection: 'column', blockSize: '500px' }}>
      <p style={{ flex: 'none', margin: 0, blockSize: `${lines * 20}px` }}>{lines}</p>
      <LogTable logs={seededLogs(200)} style={{ flex: 1, blockSize: 'auto' }} />
    </div>
  )
}

test.each([
  ['alone', false],
  ['with a menu', true],
])(
  'a table that is resized while the page is about to change causes no error of the browser: %s',
  async (_, hasMenu) => {
    const errors: string[] = []
    const stop = new AbortController()
    window.addEventListener('error', ({ message }) => errors.push(message), { signal: stop.signal })
    await page.viewport(1280, 700)
    let setLines = (_lines: number) => {}
    const { container } = await render(<Page onReady={(set) => (setLines = set)} />)
    const box = container.firstElementChild as HTMLElement
    await expect.element(page.getByRole('row').nth(1)).toBeVisible()
    if (hasMenu) {
      const header = page.getByRole('button', { name: 'Column Event' })
      header.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
      await expect.element(page.getByRole('menu')).toBeVisible()
    }
    const grid = page.getByRole('grid').element()
    for (const [at, width] of [1_200, 600, 1_000, 400, 1_200].entries()) {
      await frame()
      box.style.inlineSize = `${width}px`
      // Rendered together with what the table renders before the next paint.
      setLines(at + 2)
      await frame()
      await frame()
      expect(grid.getAttribute('data-layout')).toBe(width < 720 ? 'stacked' : 'wide')
    }
    stop.abort()
    expect(errors).toEqual([])
  },
)
