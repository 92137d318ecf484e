import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { LogTable } from '../src/components/LogTable/LogTable.tsx'
import type { LogTableRootProps } from '../src/components/LogTable/LogTableRoot.tsx'
import { useLogTable } from '../src/components/LogTable/useLogTable.ts'
import { NodeError } from '../src/errors/NodeError.ts'
import { hostileLogs } from './support/hostileLogs.ts'
import { labels, seededLogs } from './support/seededLogs.ts'

const meta = {
  title: 'Components/LogTable',
  component: LogTable.Root,
  args: { logs: seededLogs(120), labels, explorerUrl: 'https://etherscan.io', onSelect: fn() },
} satisfies Meta<typeof LogTable.Root>

export default meta
type Story = StoryObj<typeof meta>

/** All parts, as in `LogTable`. */
export const Parts: Story = {
  args: {
    children: (
      <>
        <LogTable.Toolbar />
        <LogTable.Find />
        <LogTable.Notices />
        <LogTable.Grid />
        <LogTable.Placeholder />
      </>
    ),
  },
}

const bar = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0.5rem',
  alignItems: 'center',
  padding: '0.5rem',
} as const

/** A toolbar of an app, from `useLogTable`: search, order, columns, and the marked logs. */
function OwnBar() {
  const { state, loadedCount, rows, find, view, setView, columns, selection } = useLogTable()
  const isOldestFirst = view.sort?.column === 'block' && view.sort.direction === 'asc'
  const visible = columns.filter(({ isVisible }) => isVisible)
  return (
    <div style={bar}>
      <strong>{state === 'loading' ? 'Reading' : `${rows.length} of ${loadedCount} transfers`}</strong>
      <button
        type="button"
        className="topic0-button"
        data-size="small"
        disabled={loadedCount === 0}
        onClick={find.open}
      >
        Search
      </button>
      <button
        type="button"
        className="topic0-button"
        data-size="small"
        onClick={() => setView({ sort: { column: 'block', direction: isOldestFirst ? 'desc' : 'asc' } })}
      >
        {isOldestFirst ? 'Show newest first' : 'Show oldest first'}
      </button>
      {columns.slice(0, 4).map(({ id, name, isVisible }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={isVisible}
            onChange={() =>
              setView({
                columns: isVisible ? visible.filter((column) => column.id !== id) : [...visible, { id }],
              })
            }
          />
          {name}
        </label>
      ))}
      {selection.count > 0 && (
        <button type="button" className="topic0-button" data-size="small" onClick={selection.clear}>
          Unmark {selection.count}
        </button>
      )}
    </div>
  )
}

/** A search of an app, which Control with F opens and Escape closes. */
function OwnSearch() {
  const { find } = useLogTable()
  return (
    <>
      <input
        aria-label="Search transfers"
        // The search opens on request.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        style={{ minInlineSize: 0, flex: '0 1 16rem' }}
        value={find.text ?? ''}
        onChange={(event) => find.search(event.currentTarget.value)}
      />
      <output>
        {find.current} / {find.count}
      </output>
      <button type="button" className="topic0-button" data-size="small" onClick={() => find.step(1)}>
        Next match
      </button>
    </>
  )
}

const ownParts = (
  <>
    <LogTable.Notices />
    <LogTable.Grid />
    <LogTable.Placeholder />
    <LogTable.Find>
      <OwnSearch />
    </LogTable.Find>
    <OwnBar />
  </>
)

/** Other order, own toolbar below the rows and own search. */
export const PartsOwnToolbar: Story = {
  args: { children: ownParts },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Show oldest first' }))
    await expect(canvas.getByRole('button', { name: 'Show newest first' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Search' }))
    const field = await canvas.findByRole('textbox', { name: 'Search transfers' })
    await userEvent.type(field, 'Swap')
    await userEvent.click(canvas.getByRole('button', { name: 'Next match' }))
    await waitFor(() => expect(canvas.getByText(/^1 \/ \d+$/)).toBeVisible())
  },
}

/** The default toolbar with fewer parts, and a note. */
export const PartsFewer: Story = {
  args: {
    children: (
      <>
        <LogTable.Toolbar>
          <LogTable.Summary note={<span>of this week</span>} />
          <LogTable.ViewButton />
        </LogTable.Toolbar>
        <LogTable.Grid />
      </>
    ),
  },
}

export const PartsGridOnly: Story = { args: { children: <LogTable.Grid aria-label="Transfers" /> } }

/** A text of the app where nothing matches; the default one for everything else. */
function OwnEmpty() {
  const { state } = useLogTable()
  return (
    <LogTable.Placeholder>{state === 'empty' ? <p>No transfers yet.</p> : undefined}</LogTable.Placeholder>
  )
}

const stateParts = (
  <>
    <LogTable.Notices />
    <LogTable.Grid />
    <OwnEmpty />
  </>
)

const failure = new NodeError('The endpoint answers too slowly.', { kind: 'timeout', method: 'eth_getLogs' })
const states: readonly (LogTableRootProps & { readonly id: string })[] = [
  { id: 'loading', logs: undefined },
  { id: 'empty', logs: [] },
  { id: 'failed', logs: undefined, error: failure, onRetry: fn() },
  { id: 'partly-failed', logs: hostileLogs, error: failure, status: 'error', onRetry: fn() },
]

/** Loading, empty with a text of the app, failed, and failed with the logs that were read. */
export const PartsStates: Story = {
  render: (args) => (
    <>
      {states.map((state) => (
        <LogTable.Root
          key={state.id}
          {...args}
          {...state}
          style={{ height: '16rem', marginBlockEnd: '1rem' }}
        >
          {stateParts}
        </LogTable.Root>
      ))}
    </>
  ),
}

function Toggled(args: LogTableRootProps) {
  const [hasToolbar, setToolbar] = useState(false)
  return (
    <div className="example">
      <button type="button" aria-pressed={hasToolbar} onClick={() => setToolbar(!hasToolbar)}>
        Toolbar
      </button>
      <LogTable.Root {...args}>
        {hasToolbar && <LogTable.Toolbar />}
        <LogTable.Grid />
      </LogTable.Root>
    </div>
  )
}

/** Parts can come and go: the state stays in the root. */
export const PartsOnDemand: Story = {
  args: { defaultView: { sort: { column: 'block', direction: 'asc' } } },
  render: (args) => <Toggled {...args} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Toolbar' }))
    await expect(canvas.getByRole('button', { name: 'Oldest first' })).toBeVisible()
  },
}

export const PartsNarrow: Story = { args: { children: ownParts }, parameters: { width: 360 } }

export const PartsInShadowRoot: Story = { args: { children: ownParts }, parameters: { shadowRoot: true } }
