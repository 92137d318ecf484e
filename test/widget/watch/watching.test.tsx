import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { parseAbiItem } from 'viem'
import { expect, test, vi } from 'vitest'
import { LogsProvider } from '../../../src/hooks/LogsProvider.tsx'
import type { LogSearch } from '../../../src/logs/filter/LogSearch.ts'
import { createTestLogs, createTestNetwork } from '../../../src/testing.ts'
import { queryStore } from '../../../src/widget/session/QueryStore.ts'
import { ExplorerWatch } from '../../../src/widget/watch/ExplorerWatch.tsx'
import { countText, WatchControl } from '../../../src/widget/watch/WatchControl.tsx'
import { WatchNotes } from '../../../src/widget/watch/WatchNotes.tsx'
import { watchStore } from '../../../src/widget/watch/WatchStore.ts'
import { soon } from '../../support/soon.ts'
import { renderExplorer } from '../renderExplorer.tsx'

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

test('a watched query shows its new logs, notifies when allowed, and opens them', async () => {
  vi.stubGlobal('Notification', FakeNotification)
  vi.stubGlobal('focus', () => {})
  document.title = 'My page'
  const network = createTestNetwork({ logs: pay(1n), blockNumber: 40n, finality: 8 })
  const view = renderExplorer({
    config: network.config,
    defaultQuery: { event: transfer, fromBlock: 0n, toBlock: 20n },
  })
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

test('a notification opens its logs in the explorer as it is when it is clicked', async () => {
  FakeNotification.permission = 'granted'
  FakeNotification.shown.length = 0
  vi.stubGlobal('Notification', FakeNotification)
  vi.stubGlobal('focus', () => {})
  const network = createTestNetwork({ blockNumber: 40n, finality: 8 })
  const { id } = network.chain
  queryStore(id).save({ name: 'Payments', query: { event: transfer } })
  watchStore.setOptions({ isNotifying: true })
  watchStore.start(id, 'Payments', 40n)
  const client = new QueryClient()
  const explorer = (run: (query: LogSearch) => void) => (
    <QueryClientProvider client={client}>
      <LogsProvider config={network.config}>
        <ExplorerWatch
          session={{ run, runOn: run as never, query: undefined, filters: [] }}
          isLive={false}
          pollingInterval={10}
        />
      </LogsProvider>
    </QueryClientProvider>
  )
  const [first, second] = [vi.fn(), vi.fn()]
  const { rerender } = render(explorer(first))
  network.mine(pay(7n))
  await waitFor(() => expect(FakeNotification.shown).toHaveLength(1), soon)
  rerender(explorer(second))
  act(() => void FakeNotification.shown[0]!.dispatchEvent(new Event('click')))
  expect(second).toHaveBeenCalledWith(expect.objectContaining({ fromBlock: network.blockNumber }))
  expect(first).not.toHaveBeenCalled()
})

test('logs that the user sees appear are not reported', async () => {
  FakeNotification.permission = 'granted'
  FakeNotification.shown.length = 0
  vi.stubGlobal('Notification', FakeNotification)
  document.title = 'My page'
  const network = createTestNetwork({ blockNumber: 40n, finality: 8 })
  const { id } = network.chain
  queryStore(id).save({ name: 'Payments', query: { event: transfer, fromBlock: 7n } })
  queryStore(id).save({ name: 'Everything', query: {} })
  watchStore.setOptions({ isNotifying: true, hasSound: false })
  for (const name of ['Payments', 'Everything']) watchStore.start(id, name, 40n)
  const client = new QueryClient()
  const explorer = (isLive: boolean) => (
    <QueryClientProvider client={client}>
      <LogsProvider config={network.config}>
        <ExplorerWatch
          session={{ run: vi.fn(), runOn: vi.fn(), query: { event: transfer, order: 'desc' }, filters: [] }}
          isLive={isLive}
          pollingInterval={10}
        />
      </LogsProvider>
    </QueryClientProvider>
  )
  const { rerender } = render(explorer(true))
  network.mine(pay(7n))
  await waitFor(() => expect(FakeNotification.shown).toHaveLength(1), soon)
  expect(FakeNotification.shown[0]!.title).toBe('Everything')
  expect(document.title).toBe('(1) My page')
  rerender(explorer(false))
  network.mine(pay(8n))
  await waitFor(() => expect(document.title).toBe('(3) My page'), soon)
})

test('a watch follows the name of its query, and starts again when another query takes the name', () => {
  const chainId = 77
  const found = [{ key: 'a', block: 45n, isNew: true, isRemoved: false }]
  for (const name of ['One', 'Two']) watchStore.start(chainId, name, 40n)
  watchStore.update(chainId, (watch) => ({
    ...watch,
    queries: watch.queries.map((query) => ({ ...query, found })),
  }))
  watchStore.restart(chainId, 'Two', 50n)
  expect(watchStore.read(chainId).queries).toEqual([
    { name: 'One', from: 41n, found },
    { name: 'Two', from: 51n, found: [] },
  ])
  watchStore.rename(chainId, 'One', 'Two')
  expect(watchStore.read(chainId).queries).toEqual([{ name: 'Two', from: 41n, found }])
  watchStore.rename(chainId, 'Two', 'Two')
  watchStore.stop(chainId, 'Two')
  expect(watchStore.read(chainId).queries).toEqual([])
})

test('counts of several queries are exact unless one is full, and a single missed block reads as one', () => {
  expect(countText([600, 600], 'en')).toBe('1,200')
  expect(countText([1_000, 2], 'en')).toBe('1,002+')
  render(<WatchNotes issue={undefined} missed={{ from: 5n, to: 5n }} onDismiss={() => {}} />)
  expect(screen.getByText(/^Block 5 was not checked for new logs\.$/)).toBeVisible()
})

test('reading the missed blocks of a query ends its note, and no other', async () => {
  const network = createTestNetwork({ blockNumber: 40n, finality: 8 })
  const chainId = network.chain.id
  const missed = { from: 5n, to: 9n }
  for (const name of ['One', 'Two']) watchStore.start(chainId, name, 40n)
  watchStore.update(chainId, (watch) => ({
    ...watch,
    queries: watch.queries.map((query) => ({ ...query, missed })),
  }))
  // Not watched at that time.
  watchStore.start(chainId, 'Three', 40n)
  const run = vi.fn()
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <LogsProvider config={network.config}>
        {['One', 'Two', 'Three'].map((name) => (
          <section key={name} aria-label={name}>
            <WatchControl
              saved={{ name, query: { fromBlock: 1n } }}
              chainId={chainId}
              head={40n}
              onRun={run}
            />
          </section>
        ))}
        <ExplorerWatch
          session={{ run, runOn: run as never, query: undefined, filters: [] }}
          isLive={false}
          pollingInterval={3_600_000}
        />
      </LogsProvider>
    </QueryClientProvider>,
  )
  const noted = () =>
    screen.queryAllByRole('button', { name: 'Read them' }).map((one) => one.closest('section'))
  expect(noted().map((section) => section?.ariaLabel)).toEqual(['One', 'Two'])
  fireEvent.click(within(noted()[0]!).getByRole('button', { name: 'Read them' }))
  expect(run).toHaveBeenCalledExactlyOnceWith({ blockHash: null, fromBlock: 5n, toBlock: 9n })
  expect(noted().map((section) => section?.ariaLabel)).toEqual(['Two'])
  fireEvent.click(screen.getByRole('button', { name: /^Watched queries/ }))
  fireEvent.click(screen.getByText('Dismiss'))
  expect(noted()).toEqual([])
  expect(container).not.toHaveTextContent('not checked')
})
