import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeConfig } from '../support/renderHooks.tsx'
import { renderExplorer } from './renderExplorer.tsx'

const groups = () => screen.findByRole('region', { name: 'Log groups' })
const by = () => screen.getByLabelText('Group by')

test('a query from the form is shown as the last one was, grouped alike; a searched one in rows', async () => {
  const { config, node } = fakeConfig({ blocks: 20 })
  renderExplorer({ config, defaultQuery: { fromBlock: 2n }, defaultLive: false })
  await waitFor(() => expect(document.querySelector('[data-index="0"]')).not.toBeNull())
  fireEvent.click(screen.getByRole('radio', { name: 'Groups' }))
  await groups()
  fireEvent.change(by(), { target: { value: 'event' } })
  fireEvent.change(screen.getByLabelText('From block'), { target: { value: '10' } })
  fireEvent.click(screen.getByRole('button', { name: 'Read logs' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Read logs' })).toBeEnabled())
  expect(screen.getByRole('radio', { name: 'Groups' })).toBeChecked()
  await groups()
  expect(by()).toHaveValue('event')

  const { blockNumber } = node.chain.logs()[0]!
  const search = document.querySelector('[role=combobox][aria-keyshortcuts="/"]')!
  fireEvent.change(search, { target: { value: String(blockNumber) } })
  fireEvent.keyDown(search, { key: 'Enter' })
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Logs' })).toBeChecked())
})
