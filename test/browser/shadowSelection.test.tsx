import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { LogTable } from '../../src/components/LogTable/LogTable.tsx'
import type { LogRow } from '../../src/logs/Log.ts'
import { makeRow } from '../components/makeRow.ts'

test('in a shadow root, too, selecting text of a row opens no log', async () => {
  const host = document.body.appendChild(document.createElement('div'))
  const shadow = host.attachShadow({ mode: 'open' })
  const root = createRoot(shadow)
  const opened: LogRow[] = []
  root.render(<LogTable logs={[makeRow(1)]} onSelect={(log) => opened.push(log)} />)
  const name = () => shadow.querySelector<HTMLElement>('.topic0-event-name')
  await expect.poll(name).toBeTruthy()
  getSelection()!.setBaseAndExtent(name()!, 0, name()!, 1)
  expect(String(getSelection())).toBe('Counted')
  name()!.click()
  expect(opened).toEqual([])
  getSelection()!.removeAllRanges()
  name()!.click()
  expect(opened).toHaveLength(1)
  root.unmount()
  host.remove()
})
