import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRef } from 'react'
import { describe, expect, test } from 'vitest'
import { LogExplorer, type LogExplorerProps } from '../../src/widget/LogExplorer.tsx'
import type { FakeNodeOptions } from '../support/fakeNode.ts'
import { fakeConfig } from '../support/renderHooks.tsx'
import { renderExplorer } from './renderExplorer.tsx'

function open(options: FakeNodeOptions = {}, props: LogExplorerProps = {}) {
  const { node, config } = fakeConfig(options)
  renderExplorer({ config, defaultQuery: { fromBlock: 0n, order: 'desc' }, ...props })
  return node
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector)!
const progress = () => find('.topic0-scan-progress')
const endpoints = () => find('.topic0-log-explorer-endpoints > summary')

describe('the combined state of all endpoints is shown as text and shape, not only by color', () => {
  test('all answer', async () => {
    open()
    await waitFor(() => expect(endpoints()).toHaveAccessibleName('Endpoints: 1 of 1 responding'))
    // The tooltip repeats visible text: screen readers hear it once.
    expect(endpoints()).not.toHaveAccessibleDescription()
    expect(endpoints().querySelector('[title]')).toHaveAttribute('title', '1 of 1 responding')
  })

  test('none answers', async () => {
    open({ faults: { down: 'cors' } })
    const before = endpoints().querySelector('path')!.getAttribute('d')
    await waitFor(() => expect(endpoints()).toHaveAccessibleName(/^Endpoints: No endpoint responds/))
    expect(endpoints().querySelector('path')!.getAttribute('d')).not.toBe(before)
  })
})

test('an endpoint that does not answer is one error, whose attempts do not show as reading', async () => {
  const node = open({ faults: { down: 'cors' } }, { defaultQuery: undefined, pollingInterval: 20 })
  const explorer = () => find('.topic0-log-explorer')
  await waitFor(() => expect(explorer()).toHaveAttribute('data-state', 'error'))
  const states: (string | undefined)[] = []
  new MutationObserver(() => states.push(explorer().dataset['state'])).observe(explorer(), {
    attributeFilter: ['data-state'],
  })
  const before = node.calls.length
  await waitFor(() => expect(node.calls.length).toBeGreaterThan(before))
  expect(states).toEqual([])
  // A user who asks sees that it is tried.
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(states).toContain('loading'))
})

test('the request log is read when it is opened, shows the reason of each call, and can be cleared', async () => {
  const node = open()
  await waitFor(() => expect(find('[role=grid]')).toHaveAttribute('aria-rowcount', '601'))
  expect(find('.topic0-log-explorer-requests')).toBeNull()
  fireEvent.click(endpoints())
  fireEvent.click(await screen.findByText('Request log'))
  const log = await screen.findByRole('region', { name: 'Request log' })
  await waitFor(() =>
    expect(log.querySelectorAll('.topic0-requests tbody tr')).toHaveLength(node.calls.length),
  )
  expect(log).toHaveTextContent(`${node.calls.length} calls in`)
  expect(within(log).getAllByText('chain check')).toHaveLength(1)
  expect(within(log).getAllByText('scan').length).toBeGreaterThan(0)
  fireEvent.click(within(log).getByRole('radio', { name: 'Failed' }))
  expect(log).toHaveTextContent('No request has this outcome.')
  fireEvent.click(within(log).getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(log).toHaveTextContent('No requests yet.'))
})

test('failed blocks can be retried next to their reason, or above groups', async () => {
  const node = open({ faults: { pruned: { below: 100, style: 'error' } } })
  await waitFor(() => expect(progress()).toHaveAttribute('data-state', 'failed'))
  const above = within(find('.topic0-log-explorer-facts'))
  expect(above.queryByRole('button', { name: /^Try/ })).toBeNull()
  expect(within(find('.topic0-notices')).getAllByRole('button', { name: /^Try again/ })).toHaveLength(1)

  fireEvent.click(screen.getByRole('radio', { name: 'Groups' }))
  node.faults = {}
  fireEvent.click(above.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(progress()).toHaveAttribute('data-state', 'complete'))
})

test('a cancelled scan has not failed, and runs when submitted again', async () => {
  const node = open({ faults: { hangOver: 0 } })
  fireEvent.click(await screen.findByText('Cancel'))
  expect(await screen.findByText('Not all blocks were read')).toBeInTheDocument()
  expect(document.querySelector('[role=alert][data-state=error]')).toBeNull()
  node.faults = {}
  fireEvent.click(screen.getByText('Read logs'))
  await waitFor(() => expect(find('[role=grid]')).toHaveAttribute('aria-rowcount', '601'))
})

test('a cancelled scan is not called complete', async () => {
  open({ blocks: 40_000, logsPerBlock: 1, latency: 20 })
  await waitFor(() => expect(Number(find('[role=grid]').getAttribute('aria-rowcount'))).toBeGreaterThan(1))
  fireEvent.click(within(progress()).getByText('Cancel'))
  await waitFor(() => expect(progress()).toHaveAttribute('data-state', 'idle'))
  expect(progress()).toHaveTextContent(/^[\d,.]+(%| blocks) read/)
})

test('a few keys skip the form to the logs, and back', async () => {
  open()
  await waitFor(() => expect(find('[role="gridcell"]')).toBeTruthy())
  const inTabOrder = [...find('.topic0-log-explorer').querySelectorAll('button, input, select, textarea')]
  const [toResults, behindForm, back] = document.querySelectorAll('.topic0-log-explorer-skip')
  expect(inTabOrder[0]).toBe(toResults)
  expect(inTabOrder.indexOf(behindForm!)).toBe(inTabOrder.indexOf(find('[type="submit"]')) + 1)
  expect(inTabOrder.at(-1)).toBe(back)
  for (const skip of [toResults!, behindForm!]) {
    expect(skip).toHaveTextContent('Skip to results')
    fireEvent.click(skip)
    expect(document.activeElement).toHaveAttribute('role', 'gridcell')
  }
  expect(back).toHaveTextContent('Back to filter')
  fireEvent.click(back!)
  expect(find('textarea')).toHaveFocus()
  // If closed, it is opened.
  fireEvent.click(find('.topic0-log-explorer-toggle'))
  expect(find('.topic0-log-explorer-filter')).not.toBeVisible()
  fireEvent.click(back!)
  expect(find('textarea')).toHaveFocus()
  // Where groups replace the table, the results region has focus.
  fireEvent.click(find('[value="groups"]'))
  fireEvent.click(toResults!)
  expect(find('[aria-label="Results"]')).toHaveFocus()
})

test.each([
  { range: 'that is open', toBlock: null, told: true },
  { range: 'that has an end', toBlock: 100n, told: false },
])('new blocks of a range $range: $told', async ({ toBlock, told }) => {
  const node = open({}, { defaultQuery: { fromBlock: 0n, toBlock, order: 'desc' }, pollingInterval: 500 })
  await waitFor(() => expect(progress()).toHaveAttribute('data-state', 'complete'))
  const head = node.chain.head
  node.chain.mine(5)
  expect(await screen.findByText(`Latest block ${head + 5n}`)).toBeInTheDocument()
  expect(screen.queryByText('5 new blocks') !== null).toBe(told)
})

test('the latest block is never below a row', async () => {
  const node = open({}, { defaultQuery: { fromBlock: 0n, order: 'desc' }, pollingInterval: 3_600_000 })
  await waitFor(() => expect(progress()).toHaveAttribute('data-state', 'complete'))
  node.chain.mine(5)
  fireEvent.click(screen.getByRole('button', { name: 'Read logs' }))
  expect(await screen.findByText(`Latest block ${node.chain.head}`)).toBeInTheDocument()
})

test('a ref gets the root element, and is cleared at the end', async () => {
  const { config } = fakeConfig({})
  const object = createRef<HTMLElement>()
  const { rerender, unmount } = render(<LogExplorer config={config} ref={object} />)
  await waitFor(() => expect(object.current).toBe(find('.topic0-log-explorer')))
  const seen: (string | undefined)[] = []
  const callback = (element: HTMLElement | null) => void seen.push(element?.tagName)
  rerender(<LogExplorer config={config} ref={callback} />)
  expect(object.current).toBeNull()
  unmount()
  expect(seen).toEqual(['SECTION', undefined])
})
