import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { AbiEvent } from 'viem'
import { expect, test } from 'vitest'
import { wellKnownEvents } from '../../../src/logs/decode/wellKnownEvents.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import { useTokenReader } from '../../../src/widget/session/useTokenReader.ts'
import type { FakeNode } from '../../support/fakeNode.ts'
import { fakeConfig, renderHookIn } from '../../support/renderHooks.tsx'
import { renderExplorer } from '../renderExplorer.tsx'

// Of Transfer(address,address,uint256).
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const noEvents: readonly AbiEvent[] = []
const eventCell = () => document.querySelector('[data-index="0"] > [data-column="event"]')!

function open(knownEvents = noEvents) {
  const { node, config } = fakeConfig()
  const { unmount } = renderExplorer({
    config,
    defaultQuery: { fromBlock: 200n, topics: [transfer] },
    knownEvents,
  })
  return { node, unmount }
}

test('a pasted ABI decodes what is loaded, without a request, also on the next visit', async () => {
  const { node, unmount } = open()
  await waitFor(() => expect(eventCell()).toHaveTextContent('Unknown event'))
  fireEvent.click(eventCell())
  fireEvent.click(await screen.findByRole('button', { name: 'Paste the ABI of this contract' }))
  node.clearCalls()
  fireEvent.change(await screen.findByLabelText('ABI'), {
    target: { value: 'event Transfer(address indexed from, address indexed to, uint256 value)' },
  })
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'My token' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save', hidden: true }))
  await waitFor(() => expect(eventCell()).toHaveTextContent('Transfer'))
  expect(screen.getByRole('heading', { name: 'Transfer' })).toBeInTheDocument()
  expect(document.querySelector('[data-index="0"]')).toHaveTextContent('My token')
  expect(node.callsOf('eth_getLogs')).toEqual([])
  unmount()

  open()
  await waitFor(() => expect(eventCell()).toHaveTextContent('Transfer'))
  fireEvent.click(screen.getByRole('button', { name: 'Names' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Remove My token', hidden: true }))
  await waitFor(() => expect(eventCell()).toHaveTextContent('Unknown event'))
})

test('a pasted ABI without the event of the log is not ignored in silence', async () => {
  open()
  await waitFor(() => expect(eventCell()).toHaveTextContent('Unknown event'))
  fireEvent.click(eventCell())
  fireEvent.click(await screen.findByRole('button', { name: 'Paste the ABI of this contract' }))
  fireEvent.change(await screen.findByLabelText('ABI'), {
    target: { value: 'event Transfer(address indexed from, address indexed to, int256 value)' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Save', hidden: true }))
  const details = screen.getByRole('article')
  await waitFor(() =>
    expect(details).toHaveTextContent('The ABI of this contract has 1 event, which does not'),
  )
  expect(details).not.toHaveTextContent('No known event matches')
  fireEvent.click(screen.getByRole('button', { name: 'Paste another ABI' }))
  fireEvent.change(await screen.findByLabelText('ABI'), {
    target: { value: 'event Transfer(address indexed from, address indexed to, uint256 value)' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Save', hidden: true }))
  await waitFor(() => expect(eventCell()).toHaveTextContent('Transfer'))
})

test('the unit of a token is read in one batch, shown in the row and kept for the next visit', async () => {
  const decimals = `0x${'12'.padStart(64, '0')}`
  const respond: FakeNode['faults']['respond'] = ({ method, params }) =>
    method !== 'eth_call'
      ? undefined
      : (params[0] as { data: string }).data === '0x313ce567'
        ? { result: decimals }
        : { error: { code: 3, message: 'execution reverted' } }
  const { node, unmount } = open(wellKnownEvents())
  node.faults.respond = respond
  await waitFor(() => expect(eventCell()).toHaveTextContent('Transfer'))
  const raw = eventCell().textContent
  fireEvent.click(eventCell())
  fireEvent.click(await screen.findByRole('button', { name: 'Read the unit of this token' }))
  await waitFor(() => expect(eventCell()).not.toHaveTextContent(raw))
  expect(screen.queryByRole('button', { name: 'Read the unit of this token' })).not.toBeInTheDocument()
  const calls = node.callsOf('eth_call')
  expect(calls).toHaveLength(2)
  expect(new Set(calls.map(({ message }) => message)).size).toBe(1)
  const shown = eventCell().textContent
  unmount()

  const again = open(wellKnownEvents())
  await waitFor(() => expect(eventCell()).toHaveTextContent(shown))
  expect(again.node.callsOf('eth_call')).toEqual([])
})

test('a unit that is read for the form is kept when the form is saved, not before', async () => {
  const { node, config } = fakeConfig()
  node.faults.respond = ({ method }) =>
    method === 'eth_call' ? { result: `0x${'6'.padStart(64, '0')}` } : undefined
  const { result } = renderHookIn(config, () => useTokenReader(xone.id))
  const [address] = node.chain.contracts
  const units = await act(() => result.current.request([address!]))
  expect([...units.values()]).toMatchObject([{ decimals: 6 }])
  expect(localStorage.getItem(`topic0:addresses:1:${xone.id}`)).toBeNull()
  await act(() => result.current.read([address!]))
  expect(localStorage.getItem(`topic0:addresses:1:${xone.id}`)).toContain(address!)
})
