import { act, fireEvent, render, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { toShareLink } from '../../../src/logs/filter/formats/toShareLink.ts'
import { xoneTestnet } from '../../../src/rpc/networks/xoneTestnet.ts'
import { LogExplorer } from '../../../src/widget/LogExplorer.tsx'
import { twoNetworks } from '../twoNetworks.ts'

afterEach(() => {
  history.replaceState(null, '', location.pathname)
})

const onQueryChange = vi.fn()

/** Explorers with URL state, each on a config of its own. */
function open(names: readonly string[]) {
  const configs = new Map(['one', 'two', 'three'].map((name) => [name, twoNetworks().config]))
  const page = (shown: readonly string[]) => (
    <StrictMode>
      {shown.map((name) => (
        <LogExplorer
          key={name}
          data-testid={name}
          config={configs.get(name)}
          defaultQuery={{ fromBlock: 50n, toBlock: 59n }}
          onQueryChange={(query) => onQueryChange(name, query)}
          pollingInterval={3_600_000}
          urlState
        />
      ))}
    </StrictMode>
  )
  const { rerender } = render(page(names))
  return { show: (...shown: readonly string[]) => rerender(page(shown)), configs }
}

const of = (name: string) => within(document.querySelector<HTMLElement>(`[data-testid=${name}]`)!)
const from = (name: string) => of(name).getByLabelText<HTMLInputElement>('From block')
const hash = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)))

async function ask(name: string, first: string) {
  fireEvent.change(from(name), { target: { value: first } })
  fireEvent.click(await of(name).findByText('Read logs'))
}

test('of several explorers, the first has the address, and the others their own state', async () => {
  const link = toShareLink({ fromBlock: 5n, toBlock: 59n }, { state: { network: String(xoneTestnet.id) } })
  history.pushState(null, '', `${location.pathname}${link}`)
  const { configs } = open(['one', 'two'])
  await waitFor(() => expect(from('one')).toHaveValue('5'))
  expect(from('two')).toHaveValue('50')
  expect(configs.get('one')!.getNetwork().id).not.toBe(configs.get('two')!.getNetwork().id)
  const before = { link: location.hash, entries: history.length }
  await ask('two', '55')
  await waitFor(() => expect(onQueryChange).toHaveBeenLastCalledWith('two', expect.anything()))
  expect({ link: location.hash, entries: history.length }).toEqual(before)
  await ask('one', '7')
  await waitFor(() => expect(hash()).toMatchObject({ from: '7' }))
  const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  await act(async () => {
    history.back()
    await arrived
  })
  await waitFor(() => expect(from('one')).toHaveValue('5'))
  expect(from('two')).toHaveValue('55')
})

test('an explorer in place of the one that had the address has it', async () => {
  history.pushState(null, '', `${location.pathname}${toShareLink({ fromBlock: 5n, toBlock: 59n })}`)
  const { show } = open(['one', 'two'])
  await waitFor(() => expect(from('one')).toHaveValue('5'))
  show('two', 'three')
  await waitFor(() => expect(from('three')).toHaveValue('5'))
  expect(from('two')).toHaveValue('50')
})
