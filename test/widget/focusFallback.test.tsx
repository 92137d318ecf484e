import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeConfig } from '../support/renderHooks.tsx'
import { renderExplorer } from './renderExplorer.tsx'

async function open(limit?: number): Promise<void> {
  const { config } = fakeConfig({})
  renderExplorer({ config, defaultQuery: { fromBlock: 0n, order: 'desc', limit } })
  await waitFor(() =>
    expect(document.querySelector('.topic0-scan-progress')).toHaveAttribute('data-state', 'complete'),
  )
}

test('a button of the details that its result replaces leaves focus there', async () => {
  await open()
  fireEvent.click(document.querySelector('[role="gridcell"][data-column="event"]')!)
  const read = await screen.findByRole('button', { name: 'Show transaction and all its logs' })
  read.focus()
  fireEvent.click(read)
  await waitFor(() => expect(read).not.toBeInTheDocument())
  const logs = screen.getByRole('heading', { name: /^Logs of this transaction/ })
  expect(logs.closest('section')).toHaveFocus()
})

test('with groups, a button that is gone after its click leaves focus at the results', async () => {
  await open(1)
  fireEvent.click(screen.getByRole('radio', { name: 'Groups' }))
  const readAll = await screen.findByRole('button', { name: 'Read all' })
  readAll.focus()
  fireEvent.click(readAll)
  await waitFor(() => expect(readAll).not.toBeInTheDocument())
  expect(screen.getByRole('region', { name: 'Results' })).toHaveFocus()
})

test('filtering by a value of the details moves focus to the logs', async () => {
  await open()
  fireEvent.click(document.querySelector('[role="gridcell"][data-column="event"]')!)
  const [filter] = await screen.findAllByRole('button', { name: /^New query: only this: / })
  filter!.focus()
  fireEvent.click(filter!)
  expect(filter).not.toBeInTheDocument()
  expect(screen.getByRole('grid')).toContainElement(document.activeElement as HTMLElement)
})

test('filtering by a group moves focus to the logs', async () => {
  await open()
  fireEvent.click(screen.getByRole('radio', { name: 'Groups' }))
  const [filter] = await screen.findAllByRole('button', { name: /^New query: only this: / })
  filter!.focus()
  fireEvent.click(filter!)
  await waitFor(() => expect(filter).not.toBeInTheDocument())
  expect(screen.getByRole('grid')).toContainElement(document.activeElement as HTMLElement)
})

test('groups show the filters that they do not count, and without these the results have focus', async () => {
  await open()
  const all = screen.getByRole('grid').getAttribute('aria-rowcount')
  fireEvent.contextMenu(document.querySelector('[role="gridcell"][data-column="contract"]')!)
  fireEvent.click(await screen.findByText('Hide here'))
  fireEvent.click(screen.getByRole('radio', { name: 'Groups' }))
  const remove = await screen.findByRole('button', { name: /^Remove filter: hidden: / })
  remove.focus()
  fireEvent.click(remove)
  expect(remove).not.toBeInTheDocument()
  expect(screen.getByRole('combobox', { name: 'Sum' })).toHaveFocus()
  fireEvent.click(screen.getByRole('radio', { name: 'Logs' }))
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', all)
})
