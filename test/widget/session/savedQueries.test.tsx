import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryStore } from '../../../src/widget/session/QueryStore.ts'
import { watchStore } from '../../../src/widget/watch/WatchStore.ts'
import { fakeConfig } from '../../support/renderHooks.tsx'
import { renderExplorer } from '../renderExplorer.tsx'

// The table around it is not queried.
const form = () => within(document.querySelector<HTMLElement>('form')!)
const write = (label: string, value: string) =>
  fireEvent.change(form().getByLabelText(label), { target: { value } })
/** Resolves when all requests have settled. */
const read = () =>
  waitFor(() =>
    expect(document.querySelector('.topic0-log-explorer')).toHaveAttribute('data-state', 'success'),
  )
const list = (name: string) => within(form().getByRole('list', { name })).getAllByRole('button')

test('recent and named queries are offered again, and run with a click', async () => {
  const { node, config } = fakeConfig()
  renderExplorer({ config, defaultQuery: { fromBlock: 290n } })
  await read()
  write('From block', '200')
  write('To block', '209')
  fireEvent.click(form().getByRole('button', { name: 'Read logs' }))
  await read()
  fireEvent.click(form().getByRole('button', { name: 'Saved queries' }))
  expect(list('Recent queries').map((one) => one.textContent)).toEqual(['Any event · 200 – 209'])
  write('From block', '100')
  write('To block', '109')
  write('Name of this query', 'Early')
  fireEvent.click(form().getByRole('button', { name: 'Save' }))
  const [early] = list('Saved queries')
  expect(early).toHaveTextContent('EarlyAny event · 100 – 109')

  node.clearCalls()
  fireEvent.click(early!)
  await waitFor(() => expect(node.callsOf('eth_getLogs').length).toBeGreaterThan(0))
  expect(node.callsOf('eth_getLogs')[0]!.params).toMatchObject([{ fromBlock: '0x64', toBlock: '0x6d' }])
  fireEvent.click(form().getByRole('button', { name: 'Saved queries' }))
  expect(list('Recent queries').map((one) => one.textContent)).toEqual([
    'Any event · 100 – 109',
    'Any event · 200 – 209',
  ])
})

test('a saved query that makes room for another is no longer watched', async () => {
  const { config } = fakeConfig()
  const { id } = config.networks[0]!
  const names = Array.from({ length: 100 }, (_, at) => `Query ${at}`)
  for (const name of names) {
    queryStore(id).save({ name, query: { fromBlock: 1n } })
    watchStore.start(id, name, 300n)
  }
  const stored = () => queryStore(id).get()
  renderExplorer({ config, defaultQuery: { fromBlock: 290n } })
  await read()
  fireEvent.click(form().getByRole('button', { name: 'Saved queries' }))
  write('Name of this query', 'New')
  // The switches of watches come with the panels. By attribute: jsdom takes seconds to find roles among so many.
  await waitFor(() =>
    expect(document.querySelectorAll('[role="switch"][aria-checked="true"]')).toHaveLength(100),
  )
  fireEvent.click(document.querySelector('.topic0-save button')!)
  const left = names.slice(1)
  expect(stored().saved.map(({ name }) => name)).toEqual([...left, 'New'])
  await waitFor(() => expect(watchStore.read(id).queries.map(({ name }) => name)).toEqual(left))
})
