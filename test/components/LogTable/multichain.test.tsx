import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { parseLogTableView } from '../../../src/components/LogTable/columns/parseLogTableView.ts'
import { LogTable } from '../../../src/components/LogTable/LogTable.tsx'
import type { LogTableView } from '../../../src/components/LogTable/model/LogTableView.ts'
import { NodeError, UnreadBlocksError } from '../../../src/errors/NodeError.ts'
import { createMultichainList } from '../../../src/logs/list/createMultichainList.ts'
import { createLogList } from '../../../src/logs/list/LogList.ts'
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

test('"Show in table" leads to the failed blocks of its network', async () => {
  const failures = [chainOf(1, [10, 30], [20, 40]), chainOf(2, [50, 70], [60, 80])]
  render(<LogTable result={resultOf(...failures)} />)
  const buttons = await screen.findAllByRole('button', { name: 'Show in table' })
  expect(buttons).toHaveLength(2)
  const shownAt = (button: HTMLElement) => {
    grid().scrollTop = 0
    fireEvent.scroll(grid())
    fireEvent.click(button)
    return grid().scrollTop
  }
  expect(shownAt(buttons[1]!)).toBeGreaterThan(shownAt(buttons[0]!))
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
