import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
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

test('a menu follows an anchor that moves without an event, and moves back', async () => {
  await render(<Page />)
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)!
  const gap = () =>
    Math.round(
      find('[role=menu]').getBoundingClientRect().top - find('#anchor').getBoundingClientRect().bottom,
    )
  await expect.poll(() => find('[role=menu]')).toBeTruthy()
  expect(gap()).toBe(0)
  const before = find('[role=menu]').getBoundingClientRect().top
  for (const height of [120, 0, 7]) {
    find('#above').style.blockSize = `${height}px`
    await expect.poll(gap).toBe(0)
    expect(find('[role=menu]').getBoundingClientRect().top).toBe(before + height)
  }
})
