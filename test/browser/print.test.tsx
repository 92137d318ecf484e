import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { cdp, page } from 'vitest/browser'
import { LogDetails } from '../../src/components.ts'
import '../../src/explorer.css'
import { makeRow, transferOf } from '../components/makeRow.ts'

interface Session {
  send: (method: string, parameters: object) => Promise<unknown>
}
const setMedia = (media: string) =>
  (cdp() as unknown as Session).send('Emulation.setEmulatedMedia', { media })
beforeEach(() => setMedia('print'))
afterEach(() => setMedia(''))

test('printed details have no buttons', async () => {
  const log = makeRow(1, { decoded: transferOf(5n) })
  const nothing = () => {}
  await render(
    <LogDetails
      {...{ log, onFilter: nothing, onEditAddress: nothing, onClose: nothing }}
      proxySearch={{ status: 'idle', onCheck: nothing }}
      transactionLogs={{ status: 'idle', onRead: nothing }}
    />,
  )
  await expect.element(page.getByRole('heading', { name: 'Transfer' })).toBeVisible()
  const seen = [...document.querySelectorAll('.topic0-log-details button')].filter((one) =>
    one.checkVisibility(),
  )
  expect(seen.map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual([])
  // Nor the line of one.
  const lines = [...document.querySelectorAll<HTMLElement>('.topic0-log-details dd')]
  expect(lines.filter((one) => one.checkVisibility() && one.innerText.trim() === '')).toEqual([])
  expect(
    page
      .getByText('Logs of this transaction')
      .elements()
      .filter((one) => one.checkVisibility()),
  ).toEqual([])
})
