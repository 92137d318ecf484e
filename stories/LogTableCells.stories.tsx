import type { Meta, StoryObj } from '@storybook/react-vite'
import type { CSSProperties } from 'react'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { LogTable } from '../src/components/LogTable/LogTable.tsx'
import type { LogTableColumnDefinition } from '../src/components/LogTable/model/LogTableColumns.ts'
import type { LogRow } from '../src/logs/Log.ts'
import { logId } from '../src/logs/order.ts'
import { hostileLogs } from './support/hostileLogs.ts'
import { labels, seededLogs } from './support/seededLogs.ts'

const huge = seededLogs(100_000)
const valueOf = ({ decoded }: LogRow) => {
  const value = decoded?.args.find(({ name }) => name === 'value' || name === 'amount0')?.value
  return typeof value === 'bigint' ? value : undefined
}
const columns: readonly LogTableColumnDefinition[] = [
  'block',
  {
    id: 'kind',
    header: 'Kind',
    width: 110,
    render: (log) => <Kind log={log} />,
    text: (log) => log.decoded?.name,
  },
  'args.from',
  'args.to',
  { id: 'args.value', header: 'Amount', align: 'end' },
  {
    id: 'digits',
    header: 'Digits',
    width: 90,
    align: 'end',
    render: (log) => valueOf(log)?.toString().length ?? '',
    sortValue: (log) => valueOf(log)?.toString().length,
  },
  {
    id: 'open',
    header: 'Open',
    width: 100,
    render: (log) => <a href={`#/tx/${log.transactionHash}`}>Details</a>,
  },
]

function Kind({ log }: { log: LogRow }) {
  return <strong>{log.decoded?.name ?? 'Unknown'}</strong>
}

const meta = {
  title: 'Components/LogTable',
  component: LogTable,
  args: {
    logs: seededLogs(120),
    columns,
    labels,
    explorerUrl: 'https://etherscan.io',
    onSelect: fn(),
    onFilter: fn(),
  },
} satisfies Meta<typeof LogTable>

export default meta
type Story = StoryObj<typeof meta>

/** Columns of arguments and of your own, sorted, hidden and copied like the others. */
export const OwnColumns: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('columnheader', { name: 'Digits' }))
    // The code for sorting loads on demand, and then applies the sort that was already requested.
    await expect(await canvas.findByText('Digits ascending, among loaded logs')).toBeVisible()
    await userEvent.click(canvas.getByRole('columnheader', { name: 'Digits' }))
    // The third click restores the order of the chain.
    await userEvent.click(canvas.getByRole('columnheader', { name: 'Digits' }))
    await expect(canvas.queryByText(/among loaded logs/)).toBeNull()
    // Links are out of the tab order: F2 reaches them.
    const [link] = await canvas.findAllByRole('link', { name: 'Details' })
    await expect(link).toHaveAttribute('tabindex', '-1')
    link!.closest<HTMLElement>('[role="gridcell"]')!.focus()
    await userEvent.keyboard('{F2}')
    await expect(link).toHaveFocus()
  },
}

/** Avatars and links of your own, wherever an address is shown. */
export const OwnAddresses: Story = {
  args: {
    columns: undefined,
    renderAddress: ({ address, label }) => (
      <a href={`#/address/${address}`}>
        <span aria-hidden="true">◆</span> {label ?? address.slice(0, 8)}
      </a>
    ),
    renderArg: ({ arg, text }) => (typeof arg.value === 'bigint' ? <u>{text}</u> : undefined),
  },
}

/** Rows keep their place and their keys, with attributes of your own. */
export const OwnRows: Story = {
  args: {
    renderRow: ({ props, log }) => (
      <div
        {...props}
        style={{ ...props.style, fontWeight: (valueOf(log) ?? 0n) > 10n ** 20n ? 700 : undefined }}
      />
    ),
  },
}

/** Names and units that are looked up for visible rows. */
export const LookedUp: Story = {
  args: {
    columns: ['contract', 'args.from', 'args.to', 'args.value'],
    labels: {},
    resolveLabel: (address) =>
      new Promise((done) => setTimeout(() => done(`${address.slice(2, 6)}.eth`), 50)),
    resolveToken: () => Promise.resolve({ symbol: 'TOK', decimals: 18 }),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const names = () => canvas.getAllByText(/^[0-9a-f]{4}\.eth$/)
    await waitFor(() => expect(names().length).toBeGreaterThan(4), { timeout: 10_000 })
    await waitFor(() => expect(canvas.getAllByText(/TOK$/).length).toBeGreaterThan(1), { timeout: 10_000 })
  },
}

/** Names and values that try to break out of their cells. */
export const OwnColumnsHostile: Story = {
  args: {
    logs: hostileLogs,
    columns: [
      'event',
      'args.__proto__',
      'args.html',
      'args.blob',
      {
        id: '"]\u202e<b>',
        header: '"]<b>bold</b>',
        render: (log) => String(log.decoded?.args[0]?.value),
        text: () => '=1+1',
      },
    ],
    resolveLabel: () => '<b>\u202eevil</b>',
  },
}

/** 100,000 rows: only visible cells are rendered. */
export const OwnColumnsHuge: Story = {
  // Not a story argument: Storybook would serialize all 100,000.
  args: { style: { height: '40rem' } },
  render: (args) => <LogTable {...args} logs={huge} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    canvas.getByRole('grid').scrollTop = 1e9
    const last = () => canvasElement.querySelector('[data-index="99999"] [data-column="open"]')
    await waitFor(() => expect(last()).toHaveTextContent('Details'), { timeout: 10_000 })
  },
}

/** Cards: each column of your own has a line with its name. */
export const OwnColumnsNarrow: Story = { parameters: { width: 360 } }

export const OwnColumnsInShadowRoot: Story = { parameters: { shadowRoot: true } }

const themes = [
  ['#0a6661', '#f4efe4'],
  ['#ffd54a', '#123'],
  ['#e3b341', '#2b0f33'],
  ['#8a1c4a', '#dfe9ff'],
] as const

/** All colors follow from an accent and a background, in light and dark. */
export const OwnColors: Story = {
  render: (args) => (
    <>
      {themes.map(([accent, background]) => (
        <div
          key={accent}
          style={{ '--topic0-accent': accent, '--topic0-background': background } as CSSProperties}
        >
          <LogTable
            {...args}
            columns={undefined}
            aria-label={accent}
            logs={hostileLogs}
            selected={hostileLogs[1]}
            removed={new Set([logId(hostileLogs[2]!)])}
            coverage={{
              verified: [{ from: 0n, to: 18_399_999n }],
              trimmed: [],
              pending: [],
              failed: [{ range: { from: 18_400_002n, to: 18_400_010n }, error: new Error('It timed out.') }],
            }}
            style={{ height: '24rem', marginBlockEnd: '1rem' }}
          />
        </div>
      ))}
    </>
  ),
}
