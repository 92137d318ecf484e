import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { LogTable } from '../../src/components/LogTable/LogTable.tsx'
import type { LogRow } from '../../src/logs/Log.ts'
import styles from '../../src/styles.css?inline'
import { makeRow } from '../components/makeRow.ts'

test('in a shadow root, too, selecting text of a row opens no log', async () => {
  const host = document.body.appendChild(document.createElement('div'))
  const shadow = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  shadow.adoptedStyleSheets = [sheet]
  const root = createRoot(shadow)
  const opened: LogRow[] = []
  root.render(<LogTable logs={[makeRow(1)]} onSelect={(log) => opened.push(log)} style={{ height: 300 }} />)
  const find = (selector: string) => shadow.querySelector<HTMLElement>(selector)
  await expect.poll(() => find('.topic0-event-arg')).toBeTruthy()
  // With a real mouse: Chromium reports other selections as it does outside of shadow roots.
  await userEvent.dragAndDrop(find('.topic0-event-name')!, find('.topic0-event-arg')!)
  expect(String(getSelection())).not.toBe('')
  expect(opened).toEqual([])
  root.unmount()
  host.remove()
})
