import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { parseLogTableView } from '../../../src/components/LogTable/columns/parseLogTableView.ts'
import { lazyTools } from '../../../src/components/LogTable/lazyTools.ts'
import { LogTable } from '../../../src/components/LogTable/LogTable.tsx'
import type { LogTableView } from '../../../src/components/LogTable/model/LogTableView.ts'
import { createScrollLink } from '../../../src/components/LogTable/model/ScrollLink.ts'
import { NodeError, UnreadBlocksError } from '../../../src/errors/NodeError.ts'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import { createMultichainList } from '../../../src/logs/list/createMultichainList.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import { createLogList } from '../../../src/logs/list/LogList.ts'
import type { LogRow } from '../../../src/logs/Log.ts'
import { logId } from '../../../src/logs/order.ts'
import type { ChainLogsResult, MultichainLogsResult } from '../../../src/logs/snapshot/LogsResult.ts'
import { makeRow } from '../makeRow.ts'
import { grid, row } from './logGrid.ts'

/** A chain with a log in each of these blocks, whose number is also its time, and whose hash is its own. */
function chainOf(chainId: number, blocks: readonly number[], failed: readonly number[] = []) {
  const logs = blocks.map((block) =>
    makeRow(block, {
      blockNumber: BigInt(block),
      blockTimestamp: BigInt(block),
      blockHash: `0x${chainId}${String(block).padStart(63, '0')}`,
      transactionHash: `0x${chainId}${String(block).padStart(63, '0')}`,
    }),
  )
  const error = new NodeError('No.', { kind: 'fatal', method: 'eth_getLogs' })
  const ranges = failed.map((block) => ({ from: BigInt(block), to: BigInt(block) }))
  const coverage = {
    verified: [{ from: 0n, to: 99n }],
    trimmed: [],
    pending: [],
    failed: ranges.map((range) => ({ range, error: UnreadBlocksError.of(range, error) })),
  }
  const data = createLogList(logs)
  return {
    chainId,
    name: `Chain ${chainId}`,
    data,
    coverage,
    retryRange: () => {},
  } as unknown as ChainLogsResult
}

function resultOf(...chains: ChainLogsResult[]): MultichainLogsResult {
  const lists = chains.map(({ chainId, data }) => ({ chainId, list: data! }))
  return {
    ...{ chains, sortedBy: 'time', order: 'asc', isComplete: false, isFetching: false, isError: false },
    data: createMultichainList(lists, 'asc'),
  } as unknown as MultichainLogsResult
}

test('the column of the network takes space from the others', () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1280)
  render(<LogTable result={resultOf(chainOf(1, [10]), chainOf(2, [20]))} />)
  const headers = grid().querySelectorAll<HTMLElement>('[role="columnheader"]')
  expect([...headers].map((header) => header.dataset['column'])).toEqual([
    ...['network', 'block', 'time', 'contract', 'event', 'transaction'],
  ])
})

test.each([
  ['of its network', 'Chain 2'],
  ['of its network, though another has the same name', 'Chain 1'],
])('"Show in table" leads to the failed blocks %s', async (_, name) => {
  const second = { ...chainOf(2, [50, 70], [60, 80]), name }
  render(<LogTable result={resultOf(chainOf(1, [10, 30], [20, 40]), second)} />)
  const buttons = await screen.findAllByRole('button', { name: 'Show in table' })
  expect(buttons).toHaveLength(2)
  const shownAt = (button: HTMLElement) => {
    grid().scrollTop = 0
    fireEvent.scroll(grid())
    fireEvent.click(button)
    return grid().scrollTop
  }
  expect(shownAt(buttons[1]!)).toBeGreaterThan(shownAt(buttons[0]!))
  const retries = within(screen.getByRole('alert')).getAllByRole('button', { name: /^Try again/ })
  expect(retries.map((one) => one.getAttribute('aria-label'))).toEqual([
    'Try again: Chain 1: 20',
    `Try again: ${name}: 60`,
  ])
})

test('while a chain is being replaced, only its own rows are marked', () => {
  const [first, second] = [chainOf(1, [10, 30]), chainOf(2, [20, 40])]
  const live = { status: 'live', staleFrom: 25n } as ChainLogsResult['live']
  render(<LogTable result={resultOf(first, { ...second, live })} />)
  const states = [0, 1, 2, 3].map((index) => row(index).dataset['state'])
  expect(states.filter((state) => state !== 'default')).toEqual(['stale'])
  expect(row(states.indexOf('stale')).textContent).toContain('40')
})

test('logs that reorganizations of several networks removed are no longer marked', async () => {
  const [first, second] = [chainOf(1, [10, 30]), chainOf(2, [20, 40])]
  const onSelectionChange = vi.fn<(logs: readonly LogRow[]) => void>()
  const { rerender } = render(
    <LogTable result={resultOf(first, second)} onSelectionChange={onSelectionChange} />,
  )
  await act(lazyTools.load)
  for (const at of [0, 1, 2, 3]) fireEvent.click(row(at).querySelector('[data-act="mark"]')!)
  const replaced = (chain: ChainLogsResult, left: ChainLogsResult): ChainLogsResult => ({
    ...left,
    reorg: { type: 'change', removed: [chain.data!.at(-1)!] } as unknown as ChainLogsResult['reorg'],
  })
  const after = resultOf(replaced(first, chainOf(1, [10])), replaced(second, chainOf(2, [20])))
  rerender(<LogTable result={after} onSelectionChange={onSelectionChange} />)
  const blocks = onSelectionChange.mock.lastCall![0].map(({ blockNumber }) => blockNumber)
  expect(new Set(blocks)).toEqual(new Set([10n, 20n]))
})

test('ids of removed logs, without a network, fit rows of several networks', () => {
  const second = chainOf(2, [20])
  const id = logId(second.data!.at(0)!)
  render(<LogTable result={resultOf(chainOf(1, [10]), second)} removed={new Set([id])} />)
  const states = [0, 1].map((index) => row(index).dataset['state'])
  expect(states.toSorted((a, b) => a!.localeCompare(b!))).toEqual(['default', 'removed'])
})

test('a revealed block is that of its network; without one, nothing moves', async () => {
  // Packed, so that they are in order of time.
  const packed = (chain: ChainLogsResult): ChainLogsResult => ({
    ...chain,
    data: createPackedLogList({ segments: [packLogs(chain.data!.toArray())] }),
  })
  const result = resultOf(packed(chainOf(1, [10, 30, 50], [40])), packed(chainOf(2, [20, 40, 45])))
  const rowIndex = () => document.activeElement?.parentElement?.dataset['index']
  const { rerender } = render(<LogTable result={result} />)
  await waitFor(() => expect(grid()).toHaveAttribute('aria-rowcount', '8'))
  const revealed = async (block: bigint, chainId: number) => {
    rerender(<LogTable result={result} reveal={{ block, chainId }} />)
    await act(async () => {})
    return [rowIndex(), row(Number(rowIndex())).textContent]
  }
  expect(await revealed(30n, 1)).toEqual(['2', expect.stringContaining('Chain 1')])
  // The next log of the network, past those of another.
  expect(await revealed(30n, 2)).toEqual(['4', expect.stringContaining('Chain 2')])
  // Its failed block, though the other network has a log in a block of that number.
  expect(await revealed(40n, 1)).toEqual(['3', expect.stringContaining('Chain 1')])
  expect(await revealed(45n, 2)).toEqual(['5', expect.stringContaining('45')])
  rerender(<LogTable result={result} reveal={{ block: 10n }} />)
  await act(async () => {})
  expect(rowIndex()).toBe('5')
})

test('a table of several networks does not scroll others, nor with them', async () => {
  const blocks = Array.from({ length: 300 }, (_, block) => block)
  const many = resultOf(chainOf(1, blocks), chainOf(2, blocks))
  const link = createScrollLink()
  const scrolls: bigint[] = []
  link.subscribe((block) => scrolls.push(block))
  await lazyTools.load()
  const { rerender } = render(<LogTable result={many} scrollLink={link} />)
  const scrollTo = (top: number) => {
    grid().scrollTop = top
    fireEvent.scroll(grid())
  }
  scrollTo(3_000)
  expect(scrolls).toEqual([])
  act(() => link.scroll(10n, {}))
  expect(grid().scrollTop).toBe(3_000)
  rerender(<LogTable logs={many.chains[0]!.data} scrollLink={link} />)
  scrollTo(1_500)
  expect(scrolls).not.toEqual([])
})

test('without logs, the unread blocks of all networks are counted', () => {
  render(<LogTable result={resultOf(chainOf(1, [], [20, 40]), chainOf(2, [], [20]))} />)
  const panel = document.querySelector('.topic0-panel')
  expect(panel).toHaveTextContent('Incomplete result')
  expect(panel).toHaveTextContent('3 blocks could not be read, so some logs may be missing.')
  expect(panel).not.toHaveTextContent('stopped')
})

test('an error claims earlier logs only of a network that has some', () => {
  const error = new NodeError('No.', { kind: 'fatal', method: 'eth_getLogs' })
  const failing = (chainId: number, blocks: readonly number[]) => ({ ...chainOf(chainId, blocks), error })
  const notice = (chain: ChainLogsResult) => {
    const { unmount } = render(<LogTable result={resultOf(chainOf(1, [10]), chain)} />)
    const text = screen.getByRole('alert').textContent
    unmount()
    return text
  }
  expect(notice(failing(2, [20]))).toContain('The logs below were read earlier.')
  expect(notice(failing(2, []))).not.toContain('The logs below')
})

test('a block repeats the one above only on the same network', () => {
  render(<LogTable result={resultOf(chainOf(1, [10]), chainOf(2, [10]))} />)
  expect(row(1)).toHaveTextContent('Chain 2')
  expect(row(1)).toHaveTextContent('10')
  expect(row(1)).not.toHaveAttribute('data-repeats')
})

test('the column that the list is sorted by has the arrow, also next to a network column of the app', () => {
  const columns = ['block', 'time', { id: 'network', header: 'On', render: () => 'mine' }] as const
  render(<LogTable result={resultOf(chainOf(1, [10]), chainOf(2, [10]))} columns={columns} />)
  const sorted = [...grid().querySelectorAll('[aria-sort]')].map((one) => one.getAttribute('aria-label'))
  expect(sorted).toEqual(['Time (UTC)'])
})

test('a stored view keeps the network column, its place and its sort', () => {
  const view: LogTableView = {
    columns: [{ id: 'block' }, { id: 'network', width: 90 }],
    sort: { column: 'custom', id: 'network', direction: 'desc' },
  }
  expect(parseLogTableView(JSON.parse(JSON.stringify(view)))).toEqual(view)
})
