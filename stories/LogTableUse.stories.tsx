import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, fn, userEvent, waitFor, within } from 'storybook/test'
import { LogTable } from '../src/components/LogTable/LogTable.tsx'
import { NodeError, UnreadBlocksError } from '../src/errors/NodeError.ts'
import { createMultichainList } from '../src/logs/list/createMultichainList.ts'
import { createLogList } from '../src/logs/list/LogList.ts'
import type { ChainLogsResult, MultichainLogsResult } from '../src/logs/snapshot/LogsResult.ts'
import { ambiguousLog, ambiguousMisfitLog, brokenLog, misfitLog, unusualLog } from './support/fittingLogs.ts'
import { labels, pool, seededLogs, token } from './support/seededLogs.ts'

const meta = {
  title: 'Components/LogTable',
  component: LogTable,
  args: {
    logs: seededLogs(120),
    labels,
    explorerUrl: 'https://etherscan.io',
    onSelect: fn(),
    onFilter: fn(),
  },
} satisfies Meta<typeof LogTable>

export default meta
type Story = StoryObj<typeof meta>

/** Select rows with checkboxes, Control or Shift and click, or Space; then copy them. */
export const Selection: Story = {
  play: async ({ canvasElement }) => {
    const rows = () => [...canvasElement.querySelectorAll<HTMLElement>('[role="row"][data-index]')].slice(1)
    await userEvent.click(rows()[1]!.querySelector('[data-act="mark"]')!)
    await userEvent.keyboard('{Shift>}')
    await fireEvent.click(rows()[4]!.querySelector('[data-column="event"]')!, { shiftKey: true })
    await userEvent.keyboard('{/Shift}')
    await expect(within(canvasElement).getByText('4 selected', { selector: 'strong' })).toBeVisible()
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Copy' }))
    await expect(within(canvasElement).getByRole('menuitem', { name: 'As text' })).toHaveFocus()
  },
}

/** Columns chosen, ordered, pinned and resized, with raw topics and data. */
export const Columns: Story = {
  args: {
    defaultView: {
      columns: [
        { id: 'event', width: 380, pinned: true },
        { id: 'signature' },
        { id: 'block' },
        { id: 'topics', width: 420 },
        { id: 'data' },
        { id: 'transaction' },
      ],
    },
  },
}

export const ViewMenu: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'View' }))
    await userEvent.click(await within(canvasElement).findByRole('menuitemcheckbox', { name: 'Topics' }))
    await expect(within(canvasElement).getByRole('columnheader', { name: 'Topics' })).toBeVisible()
  },
}

/** Filter by a value: in the query, or among loaded rows. */
export const ValueMenu: Story = {
  play: async ({ canvasElement, args }) => {
    const value = () => canvasElement.querySelector<HTMLElement>('[data-index="1"] [data-arg="1"]')!
    // The browser shows its own menu until the table's is loaded.
    const item = await waitFor(async () => {
      await fireEvent.contextMenu(value(), { clientX: 600, clientY: 150 })
      return within(canvasElement).getByRole('menuitem', { name: 'New query: only this' })
    })
    await userEvent.click(item)
    await expect(args.onFilter).toHaveBeenCalledWith(
      expect.objectContaining({ mode: 'only', target: { field: 'topic', position: 2, name: 'to' } }),
    )
    await fireEvent.contextMenu(value(), { clientX: 600, clientY: 150 })
  },
}

/** Sorted and filtered in the browser, as the toolbar says. */
export const WithinWhatIsLoaded: Story = {
  args: {
    defaultView: {
      sort: { column: 'contract', direction: 'asc' },
      filters: [{ mode: 'not', field: 'address', values: [pool], label: 'Contract Pool USDC/WETH' }],
    },
  },
}

/** Logs that do not fit the ABI have a name but no arguments; unusual encodings are marked. */
export const Misfits: Story = {
  args: {
    logs: createLogList([ambiguousLog, unusualLog, brokenLog, ambiguousMisfitLog, misfitLog]),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('img', { name: 'ambiguous' })).toHaveAttribute(
      'title',
      expect.stringMatching(/indexed/),
    )
    await expect(canvas.getByText('unusual encoding')).toBeVisible()
  },
}

const retryRange = fn()
const unreadBlock = { from: 18_400_028n, to: 18_400_028n }

function chainOf(chainId: number, name: string, explorerUrl: string, isWhole: boolean): ChainLogsResult {
  const error = new NodeError('The endpoint answers too slowly.', { kind: 'timeout', method: 'eth_getLogs' })
  const rows = seededLogs(120, chainId).filter(
    ({ blockNumber }) => isWhole || blockNumber !== unreadBlock.from,
  )
  return {
    ...{ chainId, name, explorerUrl, retryRange, retry: () => {} },
    ...{ order: 'desc', error: null, isError: false, isPending: false, isFetching: false },
    ...{ fetchStatus: 'idle', isScanPaused: false, progress: undefined, live: undefined, reorg: undefined },
    data: createLogList(rows),
    isComplete: isWhole,
    coverage: {
      verified: [{ from: 18_400_000n, to: 18_400_029n }],
      trimmed: [],
      pending: [],
      failed: isWhole ? [] : [{ range: unreadBlock, error: new UnreadBlocksError(unreadBlock, error) }],
    },
  }
}

const chains = [
  chainOf(10, 'OP Mainnet', 'https://optimistic.etherscan.io', false),
  chainOf(1, 'Ethereum', 'https://etherscan.io', true),
]
const data = createMultichainList(
  chains.map(({ chainId, data }) => ({ chainId, list: data! })),
  'desc',
)
const result: MultichainLogsResult = { ...chains[0]!, data, chains, sortedBy: data.sortedBy }

/** Rows of several networks: links, units and missing blocks are those of the network of each. */
export const Networks: Story = {
  args: {
    ...{ logs: undefined, explorerUrl: undefined, result },
    tokensByChain: {
      1: { [token]: { symbol: 'USDC', decimals: 6 } },
      10: { [token]: { symbol: 'USDC.e', decimals: 6 } },
    },
  },
  play: async ({ canvasElement }) => {
    const gap = await waitFor(() => {
      const found = canvasElement.querySelector<HTMLElement>('.topic0-gap')
      if (!found) throw new Error('There is no gap yet.')
      return found
    })
    await expect(gap).toHaveTextContent('OP Mainnet: Block 18,400,028 could not be read.')
    await userEvent.click(within(gap).getByRole('button'))
    await expect(retryRange).toHaveBeenCalledWith(unreadBlock)
  },
}

export const NetworksNarrow: Story = { args: Networks.args, parameters: { width: 360 } }
