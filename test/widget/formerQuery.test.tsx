import { fireEvent, screen, waitFor } from '@testing-library/react'
import { parseAbiItem } from 'viem'
import { expect, test } from 'vitest'
import { fakeConfig } from '../support/renderHooks.tsx'
import { renderExplorer } from './renderExplorer.tsx'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

test('a changed form marks the results, and one event offers its arguments as columns', async () => {
  const { config } = fakeConfig()
  renderExplorer({
    config,
    defaultQuery: { events: [transfer], fromBlock: 0n, toBlock: 299n, order: 'desc' },
  })
  const from = await screen.findByLabelText('From block')
  await waitFor(() => expect(document.querySelector('[role=gridcell]')).not.toBeNull())
  expect(screen.queryByText('Previous query')).toBeNull()
  fireEvent.change(from, { target: { value: 'x' } })
  fireEvent.blur(from)
  expect(screen.getByRole('region', { name: 'Estimated cost' })).toHaveTextContent('Not known yet')
  fireEvent.change(from, { target: { value: '250' } })
  expect(await screen.findByText('Previous query')).toBeInTheDocument()
  fireEvent.keyDown(from, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(screen.queryByText('Previous query')).toBeNull())
  await waitFor(() =>
    expect(document.querySelector('.topic0-scan-progress')).toHaveAttribute('data-state', 'complete'),
  )
  fireEvent.click(screen.getByRole('button', { name: 'View' }))
  // jsdom does not show popovers, so the items are found by their text.
  const items = () => [...document.querySelectorAll('[role=menuitemcheckbox]')].map((one) => one.textContent)
  await waitFor(() => expect(items()).toEqual(expect.arrayContaining(['Event', 'from', 'to', 'value'])))
})
