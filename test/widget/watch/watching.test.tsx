import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { parseAbiItem } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { createTestLogs, createTestNetwork } from '../../../src/testing.ts'
import { LogExplorer } from '../../../src/widget/LogExplorer.tsx'
import { soon } from '../../support/soon.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const account = '0x1111111111111111111111111111111111111111'
const pay = (value: bigint) => createTestLogs(transfer, [{ from: account, to: account, value }])

/** The browser's notifications, which jsdom lacks. */
class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'default'
  static asked = 0
  static readonly shown: FakeNotification[] = []
  static requestPermission() {
    this.asked++
    this.permission = 'granted'
    return Promise.resolve(this.permission)
  }
  constructor(
    readonly title: string,
    readonly options: NotificationOptions,
  ) {
    super()
    FakeNotification.shown.push(this)
  }
  close() {}
}

afterEach(() => vi.unstubAllGlobals())

test('a watched query shows its new logs, notifies when allowed, and opens them', async () => {
  localStorage.clear()
  vi.stubGlobal('Notification', FakeNotification)
  vi.stubGlobal('focus', () => {})
  document.title = 'My page'
  const network = createTestNetwork({ logs: pay(1n), blockNumber: 40n, finality: 8 })
  const view = render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <LogExplorer
          config={network.config}
          defaultQuery={{ event: transfer, fromBlock: 0n, toBlock: 20n }}
        />
      </QueryClientProvider>
    </StrictMode>,
  )
  const form = within(await screen.findByRole('form'))
  await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '2'), soon)
  fireEvent.click(form.getByRole('button', { name: 'Saved queries' }))
  fireEvent.change(form.getByLabelText('Name of this query'), { target: { value: 'Payments' } })
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  fireEvent.click(await form.findByRole('switch', { name: 'Watch Payments' }, soon))
  fireEvent.click(await screen.findByRole('button', { name: 'Watched queries: No new logs' }))
  // Only a click asks for permission.
  expect(FakeNotification.asked).toBe(0)
  // jsdom shows no popovers.
  const notify = screen.getByLabelText('Notify me in this browser')
  fireEvent.click(notify)
  await waitFor(() => expect(notify).toBeChecked())
  expect(FakeNotification.asked).toBe(1)
  // The watcher has read the first block when it stores its position.
  await waitFor(
    () => expect(network.requests.some(({ method }) => method === 'eth_getLogs')).toBe(true),
    soon,
  )

  const block = network.mine(pay(7n))
  await waitFor(() => expect(document.title).toBe('(1) My page'), soon)
  expect(FakeNotification.shown.map(({ title, options }) => [title, options.body])).toEqual([
    ['Payments', `1 new log, newest in block ${block}`],
  ])
  expect(form.getByRole('button', { name: 'Payments: 1 new log' })).toBeVisible()
  network.reorg(1)
  network.mine()
  await waitFor(() => expect(document.title).toBe('My page'), soon)

  network.mine(pay(8n))
  await waitFor(() => expect(document.title).toBe('(1) My page'), soon)
  FakeNotification.shown.at(-1)!.dispatchEvent(new Event('click'))
  await waitFor(() => expect(document.title).toBe('My page'), soon)
  // The query at its new logs: of all blocks, only the new one.
  await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '2'), soon)
  expect(form.getByLabelText('From block')).toHaveValue(String(network.blockNumber))
  view.unmount()
  const sent = network.requests.length
  network.mine(pay(9n))
  expect(network.requests.length).toBe(sent)
})
