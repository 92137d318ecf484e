import { fireEvent, screen, waitFor } from '@testing-library/react'
import { parseAbiItem } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { toLinkText } from '../../src/logs/filter/formats/linkText.ts'
import { createTestLogs, createTestNetwork } from '../../src/testing.ts'
import { hasSameBlocks, overBlocksOf } from '../../src/widget/compare/overBlocksOf.ts'
import { readLinkState } from '../../src/widget/link/readLinkState.ts'
import { toLinkState } from '../../src/widget/link/toLinkState.ts'
import { soon } from '../support/soon.ts'
import { renderExplorer } from './renderExplorer.tsx'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const account = '0x1111111111111111111111111111111111111111'
const [one, two] = ['0x2222222222222222222222222222222222222222', account] as const
const paid = { from: account, to: account, value: 1n } as const
const logs = [one, two].flatMap((address, at) =>
  createTestLogs(
    transfer,
    Array.from({ length: 5 + at }, () => paid),
    { address },
  ),
)

const grids = () =>
  [...document.querySelectorAll('[role="grid"]')].map((grid) => Number(grid.ariaRowCount) - 1)
const bars = () => [...document.querySelectorAll('.topic0-log-explorer-side-bar')]
const press = (bar: number, name: RegExp) =>
  fireEvent.click(
    [...bars()[bar]!.querySelectorAll('button')].find((button) =>
      name.test(button.ariaLabel ?? button.textContent ?? ''),
    )!,
  )

test('two queries over the same blocks, in one link; closing one leaves the other', async () => {
  const network = createTestNetwork({ logs, blockNumber: 40n })
  history.replaceState(
    null,
    '',
    '#network=31337&compare=%23a%3D0x1111111111111111111111111111111111111111%26from%3D9%26v%3D1&a=0x2222222222222222222222222222222222222222&from=1&to=30&v=1',
  )
  renderExplorer({ config: network.config, urlState: true })
  // The second query is read from the first block of the first one, not from its own.
  await waitFor(() => expect(grids()).toEqual([5, 6]), soon)
  const linked = () => readLinkState(location.hash).compared?.address
  // A value of a log of the second query filters that query.
  fireEvent.click(
    document.querySelectorAll('[role="grid"]')[1]!.querySelector('[role="gridcell"][data-column="event"]')!,
  )
  const only = await screen.findByRole('button', { name: 'New query: only this: from' }, soon)
  // Its neighbors are those of its own table.
  const next = screen.getByRole('button', { name: 'Next log' })
  for (const index of ['3', '4']) {
    fireEvent.click(next)
    const open = [...document.querySelectorAll('[role="row"][aria-current="true"]')]
    expect(open.map((row) => [row.closest('[role="grid"]'), row.ariaRowIndex])).toEqual([
      [document.querySelectorAll('[role="grid"]')[1], index],
    ])
  }
  // The details take the place of the filter, so that both tables stay side by side.
  const filter = () => document.querySelector<HTMLElement>('.topic0-log-explorer')!.dataset['filter']
  expect(filter()).toBe('closed')
  fireEvent.click(only)
  expect(filter()).toBe('open')
  await waitFor(
    () =>
      expect(readLinkState(location.hash).compared).toMatchObject({ address: two, args: { from: account } }),
    soon,
  )
  expect(screen.getByLabelText(/^Contracts/)).toHaveValue(one)
  await waitFor(() => expect(grids()).toEqual([5, 6]), soon)
  press(1, /^Swap/)
  await waitFor(() => expect(grids()).toEqual([6, 5]), soon)
  expect(linked()).toBe(one)
  expect(screen.getByLabelText(/^Contracts/)).toHaveValue(two)
  press(0, /^Close/)
  await waitFor(() => expect(grids()).toEqual([5]), soon)
  expect(linked()).toBeUndefined()
  expect(bars()).toEqual([])
  history.replaceState(null, '', '#')
})

test('closing the second query does not cancel its export', async () => {
  const many = createTestLogs(
    transfer,
    Array.from({ length: 20_001 }, () => paid),
    { address: two, logsPerBlock: 1_000 },
  )
  const network = createTestNetwork({ logs: [logs[0]!, ...many], blockNumber: 40n })
  let finish = () => {}
  const written = new Promise<void>((resolve) => (finish = resolve))
  const steps: string[] = []
  const step = (name: string) => async () => void steps.push(name)
  vi.stubGlobal('showSaveFilePicker', async () => ({
    name: 'second.csv',
    getFile: async () => ({ size: 0 }),
    createWritable: async () => ({
      write: () => written,
      close: step('close'),
      abort: step('abort'),
    }),
  }))
  history.replaceState(null, '', `#network=31337&compare=%23a%3D${two}%26v%3D1&a=${one}&from=1&to=30&v=1`)
  const { unmount } = renderExplorer({ config: network.config, urlState: true })
  await waitFor(() => expect(grids()).toEqual([1, 20_001]), soon)
  fireEvent.click(screen.getAllByRole('button', { name: 'Export' })[1]!)
  fireEvent.click(screen.getByText('Save as CSV'))
  await screen.findByRole('progressbar', { name: 'Exporting…' }, soon)
  press(1, /^Close/)
  await waitFor(() => expect(grids()).toEqual([1]), soon)
  expect(screen.getByRole('progressbar', { name: 'Exporting…' })).toBeVisible()
  finish()
  expect(await screen.findByText('20,001 logs saved as second.csv', {}, soon)).toBeVisible()
  expect(steps).toEqual(['close'])
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(/saved as/)).toBeNull()
  unmount()
  history.replaceState(null, '', '#')
})

test.each([
  ['swapped', 1, /^Swap/, [6, 5]],
  ['closed', 0, /^Close/, [6]],
])('when it is %s, filters of a query do not hide the logs of the other', async (_, bar, name, rows) => {
  const network = createTestNetwork({ logs, blockNumber: 40n })
  const filters = [{ field: 'transaction', mode: 'only', values: [logs[0]!.transactionHash], label: 'it' }]
  const view = toLinkText(JSON.stringify({ filters }))
  history.replaceState(
    null,
    '',
    `#network=31337&view=${view}&compare=%23a%3D${two}%26v%3D1&a=${one}&from=1&to=30&v=1`,
  )
  renderExplorer({ config: network.config, urlState: true })
  await waitFor(() => expect(grids()).toEqual([1, 6]), soon)
  press(bar, name)
  await waitFor(() => expect(grids()).toEqual(rows), soon)
  history.replaceState(null, '', '#')
})

describe('a reorganization while a log of the second query is open', () => {
  const details = () => document.querySelector<HTMLElement>('.topic0-log-details')?.dataset['state']
  const reorganized = () => document.querySelectorAll('.topic0-live-reorg:not(:empty)').length

  /** Two queries, live, with one of the newest logs of the second open. */
  async function open(row: number) {
    localStorage.clear()
    const [more] = createTestLogs(transfer, [paid], { address: two })
    const network = createTestNetwork({
      logs: [...logs, { ...more!, blockNumber: 10n }],
      blockNumber: 40n,
      finality: 4,
    })
    network.mine([more!])
    history.replaceState(
      null,
      '',
      '#network=31337&compare=%23a%3D0x1111111111111111111111111111111111111111%26v%3D1&a=0x2222222222222222222222222222222222222222&from=0&order=desc&v=1',
    )
    renderExplorer({ config: network.config, urlState: true, defaultLive: true })
    await waitFor(() => expect(grids()).toEqual([5, 8]), soon)
    await waitFor(() => expect(document.querySelectorAll('[data-state="live"]')).toHaveLength(2), soon)
    const cells = [...document.querySelectorAll('[role="gridcell"][data-column="event"]')]
    const second = cells.filter((cell) => document.querySelectorAll('[role="grid"]')[1]!.contains(cell))
    fireEvent.click(second[row]!)
    await waitFor(() => expect(details()).toBe('decoded'), soon)
    history.replaceState(null, '', '#')
    return network
  }

  test('marks it if it is gone', async () => {
    const network = await open(0)
    network.reorg(1)
    network.mine()
    await waitFor(() => expect(details()).toBe('removed'), soon)
  })

  test('deep below its block: it stays, although the first query does not have it', async () => {
    const network = await open(1)
    network.reorg(30)
    network.mine()
    await waitFor(() => expect(reorganized()).toBe(2), soon)
    expect(details()).toBe('decoded')
  })
})

test('an invalid query can be compared with none', async () => {
  const network = createTestNetwork({ logs, blockNumber: 40n })
  renderExplorer({ config: network.config, defaultQuery: { address: '0x12' } })
  const button = await screen.findByRole('button', { name: 'Compare' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  // A link holds only what can be read again.
  const look = { view: {}, pane: 'logs', groups: {} } as const
  expect(toLinkState(1, look, { address: '0x12' })).toEqual({ network: '1' })
})

test('two queries share blocks, order and limit', () => {
  const first = { address: one, fromBlock: 'latest-5', limit: 3, order: 'desc' } as const
  const second = { address: two, fromBlock: 1n, toBlock: 2n } as const
  const over = overBlocksOf(second, first)
  expect(over).toEqual({ address: two, fromBlock: 'latest-5', limit: 3, order: 'desc' })
  expect(hasSameBlocks(over, first)).toBe(true)
  expect(hasSameBlocks(second, first)).toBe(false)
})

test('a link has both queries, and invalid parts of the second are reported', () => {
  const look = { view: {}, pane: 'logs', groups: {} } as const
  const { compare } = toLinkState(1, look, { address: two, fromBlock: 5n })
  const read = (text: string) => readLinkState(`#network=1&compare=${toLinkText(text)}&v=1`)
  expect(read(compare!)).toMatchObject({ compared: { address: two, fromBlock: 5n }, issues: [] })
  const broken = read('#a=nothing&v=1')
  expect(broken.compared).toBeUndefined()
  expect(broken.issues.length).toBeGreaterThan(0)
})
