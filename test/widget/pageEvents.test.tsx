import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { toShareLink } from '../../src/logs/filter/formats/toShareLink.ts'
import type { LogSearch } from '../../src/logs/filter/LogSearch.ts'
import { xoneTestnet } from '../../src/rpc/networks/xoneTestnet.ts'
import { LogExplorer, type LogExplorerProps } from '../../src/widget/LogExplorer.tsx'
import { catchUncaught } from '../support/catchUncaught.ts'
import { renderExplorer } from './renderExplorer.tsx'
import { twoNetworks } from './twoNetworks.ts'

afterEach(() => {
  history.replaceState(null, '', location.pathname)
})

function open(props: LogExplorerProps) {
  const { config } = twoNetworks()
  const { update } = renderExplorer({ config, ...props })
  return { config, update: (next: LogExplorerProps) => update({ config, ...next }) }
}

const rows = () => Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') ?? 1) - 1
const rowsAre = (count: number) => waitFor(() => expect(rows()).toBe(count))
const from = () => screen.getByLabelText<HTMLInputElement>('From block')

async function ask(first: string, last: string) {
  fireEvent.change(from(), { target: { value: first } })
  fireEvent.change(screen.getByLabelText('To block'), { target: { value: last } })
  fireEvent.click(await screen.findByText('Read logs'))
}

describe('query and onQueryChange', () => {
  test('the explorer reports the queries that the user runs', async () => {
    const onQueryChange = vi.fn<(query: LogSearch) => void>()
    open({ defaultQuery: { fromBlock: 0n, toBlock: 49n }, onQueryChange })
    await rowsAre(50)
    expect(onQueryChange).not.toHaveBeenCalled()
    await ask('10', '19')
    await rowsAre(10)
    expect(onQueryChange).toHaveBeenCalledExactlyOnceWith({ fromBlock: 10n, toBlock: 19n, order: 'desc' })
  })

  test('a page that controls the query decides what is shown', async () => {
    const onQueryChange = vi.fn<(query: LogSearch) => void>()
    const query = { fromBlock: 0n, toBlock: 4n }
    const { update } = open({ query, onQueryChange })
    await rowsAre(5)
    await ask('10', '19')
    expect(onQueryChange).toHaveBeenCalledOnce()
    expect(rows()).toBe(5)
    const [next] = onQueryChange.mock.calls[0]!
    // As a copy: from the page's own storage, for example.
    update({ query: structuredClone(next), onQueryChange })
    await rowsAre(10)
    update({ query: { fromBlock: 100n, toBlock: 119n }, onQueryChange })
    await rowsAre(20)
    expect(from().value).toBe('100')
    expect(onQueryChange).toHaveBeenCalledOnce()
  })

  test('without a query again, the explorer starts over', async () => {
    const { update } = open({ query: { fromBlock: 0n, toBlock: 4n } })
    await rowsAre(5)
    update({})
    await rowsAre(300)
  })

  test('a page that follows the explorer shows what the user runs, and zooms', async () => {
    const config = twoNetworks().config
    function Page() {
      const [query, setQuery] = useState<LogSearch>({ fromBlock: 0n, toBlock: 99n, order: 'desc' })
      return (
        <LogExplorer
          config={config}
          pollingInterval={3_600_000}
          query={query}
          onQueryChange={(next) => setQuery(structuredClone(next))}
        />
      )
    }
    render(<Page />)
    await rowsAre(100)
    const bars = await waitFor(() => {
      const found = document.querySelector('.topic0-block-histogram [role=slider]')
      expect(found).not.toBeNull()
      return found!
    })
    fireEvent.keyDown(bars, { key: 'Home' })
    fireEvent.keyDown(bars, { key: 'PageUp', shiftKey: true })
    fireEvent.keyDown(bars, { key: 'Enter' })
    await waitFor(() => expect(rows()).toBeLessThan(100))
    // At once, while the zoomed blocks are read.
    fireEvent.click(screen.getByText('All blocks'))
    await rowsAre(100)
  })

  test('the query of a link is reported, on opening the page too', async () => {
    history.replaceState(null, '', toShareLink({ fromBlock: 0n, toBlock: 9n }))
    const onQueryChange = vi.fn<(query: LogSearch) => void>()
    open({ urlState: true, onQueryChange })
    await rowsAre(10)
    expect(onQueryChange).toHaveBeenCalledExactlyOnceWith({ fromBlock: 0n, toBlock: 9n })
    act(() => {
      location.hash = toShareLink({ fromBlock: 0n, toBlock: 2n })
    })
    await rowsAre(3)
    expect(onQueryChange).toHaveBeenLastCalledWith({ fromBlock: 0n, toBlock: 2n })
  })
})

const liveSwitch = () => screen.findByRole('switch')

describe('live and onLiveChange', () => {
  test('the explorer reports its switch', async () => {
    const onLiveChange = vi.fn<(live: boolean) => void>()
    open({ defaultLive: true, onLiveChange })
    expect(await liveSwitch()).toHaveAttribute('aria-checked', 'true')
    fireEvent.click(await liveSwitch())
    expect(onLiveChange).toHaveBeenCalledExactlyOnceWith(false)
    expect(await liveSwitch()).toHaveAttribute('aria-checked', 'false')
  })

  test('a page may control it', async () => {
    const onLiveChange = vi.fn<(live: boolean) => void>()
    const { update } = open({ live: false, onLiveChange })
    fireEvent.click(await liveSwitch())
    expect(onLiveChange).toHaveBeenCalledExactlyOnceWith(true)
    expect(await liveSwitch()).toHaveAttribute('aria-checked', 'false')
    update({ live: true, onLiveChange })
    expect(await liveSwitch()).toHaveAttribute('aria-checked', 'true')
  })
})

test('the log whose details are shown, and the network, are reported', async () => {
  const onLogSelect = vi.fn<NonNullable<LogExplorerProps['onLogSelect']>>()
  const onNetworkChange = vi.fn<(chainId: number) => void>()
  const { config } = open({ onLogSelect, onNetworkChange })
  await rowsAre(300)
  fireEvent.click(document.querySelector('[data-index="0"] > [aria-colindex="3"]')!)
  await waitFor(() => expect(onLogSelect).toHaveBeenCalledOnce())
  expect(onLogSelect.mock.calls[0]![0]).toMatchObject({ blockNumber: 299n })
  act(() => config.setChainId(xoneTestnet.id))
  await waitFor(() => expect(onNetworkChange).toHaveBeenCalledExactlyOnceWith(xoneTestnet.id))
  expect(onLogSelect).toHaveBeenCalledTimes(2)
  expect(onLogSelect).toHaveBeenLastCalledWith(undefined)
})

describe('onError', () => {
  test('is called once with an invalid query', async () => {
    const onError = vi.fn<(error: Error) => void>()
    open({ defaultQuery: { fromBlock: 9n, toBlock: 3n }, onError })
    await waitFor(() => expect(onError).toHaveBeenCalled())
    expect(onError).toHaveBeenCalledOnce()
    expect(onError.mock.calls[0]![0]).toMatchObject({ name: 'InvalidQueryError' })
  })

  test('errors of callbacks leave the explorer in place', async () => {
    const thrown = catchUncaught()
    open({
      defaultQuery: { fromBlock: 9n, toBlock: 3n },
      onError: () => {
        throw new Error('The page failed.')
      },
    })
    await waitFor(() => expect(thrown).toEqual([new Error('The page failed.')]))
    expect(document.querySelector('.topic0-log-explorer')).not.toBeNull()
  })
})
