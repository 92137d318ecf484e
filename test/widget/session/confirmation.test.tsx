import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { LogsProvider } from '../../../src/hooks/LogsProvider.tsx'
import type { LogQuery } from '../../../src/logs/filter/LogQuery.ts'
import { createLogsConfig } from '../../../src/query/createLogsConfig.ts'
import { scanEstimateQueryKey } from '../../../src/query/scanPlan.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import { ExplorerEstimate } from '../../../src/widget/panels/ExplorerEstimate.tsx'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode } from '../../support/fakeNode.ts'
import { readAll } from '../../support/readAll.ts'
import { fakeConfig } from '../../support/renderHooks.tsx'
import { renderExplorer } from '../renderExplorer.tsx'

/** An explorer on a node with a known limit of five blocks a call, and a daily quota. */
async function show(
  dailyQuota: number,
  options: { query: LogQuery; confirmAbove?: number; learned?: boolean },
) {
  const node = createFakeNode({ blocks: 1_000, logsPerBlock: 1, faults: { maxBlockRange: 5 } })
  const client = clientOf(node, { dailyQuota, finality: 10 })
  if (options.learned !== false) await readAll(client, { fromBlock: 0n, toBlock: 9n })
  node.clearCalls()
  const config = createLogsConfig({ networks: [client.chain], clients: [client] })
  renderExplorer({ config, defaultQuery: options.query, confirmAbove: options.confirmAbove })
  return { node, budget: getPool(client).budget }
}

test('an invalid form does not show why another query has no estimate', async () => {
  const { config } = fakeConfig()
  const queryClient = new QueryClient()
  const chainId = config.getChainId()
  const queryFn = () => Promise.reject(new Error('Gone.'))
  await queryClient.prefetchQuery({ queryKey: scanEstimateQueryKey({ chainId }), queryFn, retry: false })
  render(
    <QueryClientProvider client={queryClient}>
      <LogsProvider config={config}>
        <ExplorerEstimate query={undefined} chainId={chainId} confirmAbove={0.5} />
      </LogsProvider>
    </QueryClientProvider>,
  )
  expect(screen.getByRole('region', { name: 'Estimated cost' })).toHaveAttribute('data-state', 'empty')
})

const asked = () => screen.findByRole('alertdialog')
const everything = { fromBlock: 0n }

describe('a plan that exceeds the rest of the daily quota', () => {
  test('shows its estimate, requires confirmation, and sends nothing until then', async () => {
    const { node, budget } = await show(150, { query: everything })
    const dialog = await asked()
    expect(dialog).toHaveAccessibleDescription(
      expect.stringMatching(/^This takes 2\d\d.* requests, with 14\d left/) as string,
    )
    expect(screen.getByRole('region', { name: 'Estimated cost' })).toHaveTextContent(/2\d\d.* requests/)
    expect(node.callsOf('eth_getLogs')).toEqual([])

    fireEvent.click(within(dialog).getByRole('button', { name: 'Run anyway' }))
    await waitFor(() => expect(screen.getByRole('progressbar')).toHaveTextContent('Complete'))
    expect(node.callsOf('eth_getLogs').length).toBeGreaterThan(150)
    // Only this scan may: no other exceeds the cap.
    expect(budget.getStatus()).toMatchObject({ ignored: false, remaining: 0 })
    expect(() => budget.spend(1)).toThrow(/is spent/)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('when declined, stays unread; submitted again, it requires confirmation again', async () => {
    const { node, budget } = await show(150, { query: everything })
    fireEvent.click(within(await asked()).getByRole('button', { name: 'Not now' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByText('No query yet', { selector: 'strong' })).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: 'Read logs' }))
    await asked()
    expect(node.callsOf('eth_getLogs')).toEqual([])
    expect(budget.getStatus().ignored).toBe(false)
  })

  test('a plan that fits runs at once, and is restored when the next one is declined', async () => {
    const { node } = await show(150, { query: { fromBlock: 0n, toBlock: 99n } })
    await waitFor(() => expect(screen.getByRole('progressbar')).toHaveTextContent('Complete'))
    const read = node.callsOf('eth_getLogs').length
    expect(read).toBeGreaterThanOrEqual(20)
    fireEvent.change(screen.getByLabelText('To block'), { target: { value: '999' } })
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Estimated cost' })).toHaveTextContent(
        'You will be asked to confirm.',
      ),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Read logs' }))
    fireEvent.keyDown(await asked(), { key: 'Escape' })
    await waitFor(() => expect(screen.getByRole('progressbar')).toHaveTextContent('Complete'))
    expect(node.callsOf('eth_getLogs')).toHaveLength(read)
    // The declined query is still in the form, to be narrowed: these are not its results.
    expect(screen.getByLabelText('To block')).toHaveValue('999')
    expect(screen.getByText('Previous query')).toBeInTheDocument()
  })
})

test('asking for confirmation keeps the export menu of the other logs', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:none', revokeObjectURL: () => {} }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await show(150, { query: { fromBlock: 0n, toBlock: 99n } })
  await waitFor(() => expect(screen.getByRole('progressbar')).toHaveTextContent('Complete'))
  const menu = await screen.findByRole('button', { name: 'Export' })
  fireEvent.click(menu)
  fireEvent.click(screen.getByText('Save as CSV'))
  await screen.findByText(/^100 logs saved as/)
  fireEvent.change(screen.getByLabelText('To block'), { target: { value: '999' } })
  fireEvent.click(screen.getByRole('button', { name: 'Read logs' }))
  const dialog = await asked()
  // A menu that is removed from the page cancels its export.
  expect(menu).toBeInTheDocument()
  expect(document.querySelector('[role=grid]')?.closest('[hidden]')).not.toBeNull()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.getByRole('progressbar')).toHaveTextContent('Complete'))
  expect(menu).toBeVisible()
})

test('a limit learned during the scan pauses it for confirmation before the quota is spent', async () => {
  const { node, budget } = await show(150, { query: everything, learned: false })
  const dialog = await asked()
  expect(dialog).toHaveTextContent('The scan is paused')
  expect(node.calls.length).toBeLessThan(100)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Run anyway' }))
  await waitFor(() => expect(screen.getByRole('progressbar')).toHaveTextContent('Complete'))
  expect(budget.getStatus()).toMatchObject({ ignored: false })
  expect(budget.getStatus().used).toBeGreaterThan(150)
})

test('the confirmation closes when another button resumes the scan', async () => {
  await show(150, { query: everything, learned: false })
  const dialog = await asked()
  expect(dialog).toHaveTextContent('The scan is paused')
  fireEvent.click(screen.getByRole('button', { name: 'Resume' }))
  expect(dialog).not.toBeInTheDocument()
  expect(screen.getByRole('progressbar')).not.toHaveTextContent('Complete')
})

test('the share of the quota that requires confirmation is configurable', async () => {
  const { node } = await show(10_000, { query: everything, confirmAbove: 0.005 })
  expect(await asked()).toHaveAttribute('data-state', 'costly')
  expect(node.callsOf('eth_getLogs')).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Run anyway' }))
  await waitFor(() => expect(node.callsOf('eth_getLogs').length).toBeGreaterThan(0))
})
