import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, fn, userEvent, within } from 'storybook/test'
import { LogTable } from '../src/components/LogTable/LogTable.tsx'
import { createLogList } from '../src/logs/list/LogList.ts'
import { ambiguousLog, ambiguousMisfitLog, brokenLog, misfitLog, unusualLog } from './support/fittingLogs.ts'
import { labels, pool, seededLogs } from './support/seededLogs.ts'

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
    await expect(within(canvasElement).getByText('4 selected')).toBeVisible()
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
    await userEvent.click(within(canvasElement).getByRole('menuitemcheckbox', { name: 'Topics' }))
    await expect(within(canvasElement).getByRole('columnheader', { name: 'Topics' })).toBeVisible()
  },
}

/** Filter by a value: in the query, or among loaded rows. */
export const ValueMenu: Story = {
  play: async ({ canvasElement, args }) => {
    const value = () => canvasElement.querySelector<HTMLElement>('[data-index="1"] [data-arg="1"]')!
    await fireEvent.contextMenu(value(), { clientX: 600, clientY: 150 })
    await userEvent.click(within(canvasElement).getByRole('menuitem', { name: 'New query: only this' }))
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
}
