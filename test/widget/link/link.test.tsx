import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { toShareLink } from '../../../src/logs/filter/formats/toShareLink.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import { xoneTestnet } from '../../../src/rpc/networks/xoneTestnet.ts'
import type { LogExplorerProps } from '../../../src/widget/LogExplorer.tsx'
import { renderExplorer } from '../renderExplorer.tsx'
import { twoNetworks } from '../twoNetworks.ts'

afterEach(() => {
  history.replaceState(null, '', location.pathname)
})

/** An explorer on two networks, at an address that ends with `hash`. */
function open(hash: string, props: LogExplorerProps = {}) {
  history.replaceState(null, '', `${location.pathname}${hash}`)
  const { nodes, config } = twoNetworks()
  renderExplorer({ config, urlState: true, ...props })
  return { main: nodes[0]!, other: nodes[1]!, config }
}

// By selector: querying roles in the whole explorer is slow.
const rows = () => Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') ?? 1) - 1
const rowsAre = (count: number) => waitFor(() => expect(rows()).toBe(count))
const from = () => screen.getByLabelText<HTMLInputElement>('From block')
const hash = () => new URLSearchParams(location.hash.slice(1))

async function ask(first: string, last: string) {
  fireEvent.change(from(), { target: { value: first } })
  fireEvent.change(screen.getByLabelText('To block'), { target: { value: last } })
  fireEvent.click(await screen.findByText('Read logs'))
}

/** Navigates the history, and waits for the browser. */
async function go(by: number) {
  const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  await act(async () => {
    history.go(by)
    await arrived
  })
}

describe('the query is in the address', () => {
  test('each query is a history entry', async () => {
    open('')
    await rowsAre(300)
    expect(location.hash).toBe('')
    await ask('10', '19')
    await rowsAre(10)
    expect(Object.fromEntries(hash())).toMatchObject({ from: '10', to: '19', network: String(xone.id) })
    await ask('100', '104')
    await rowsAre(5)
    await go(-1)
    await rowsAre(10)
    expect(from().value).toBe('10')
    await go(-1)
    await rowsAre(300)
    await go(2)
    await rowsAre(5)
    expect(from().value).toBe('100')
  })

  test('going back keeps typed input and focus', async () => {
    open('')
    await rowsAre(300)
    await ask('10', '19')
    await rowsAre(10)
    await ask('100', '104')
    await rowsAre(5)
    const field = screen.getByLabelText('Contracts')
    field.focus()
    fireEvent.change(field, { target: { value: '0x12' } })
    await go(-1)
    await rowsAre(10)
    expect(from().value).toBe('10')
    expect(screen.getByLabelText('Contracts')).toHaveValue('0x12')
    expect(screen.getByLabelText('Contracts')).toHaveFocus()
  })

  test('the view is in it too, without a separate history entry', async () => {
    open(toShareLink({ fromBlock: 5n, toBlock: 9n }))
    await rowsAre(5)
    const steps = history.length
    fireEvent.click(screen.getByRole('radio', { name: 'Groups' }))
    await waitFor(() => expect(hash().get('pane')).toBe('groups'))
    expect(history.length).toBe(steps)
    expect(hash().get('from')).toBe('5')
  })

  test('focus inside the explorer stays there on going back', async () => {
    open('')
    await rowsAre(300)
    await ask('10', '19')
    await rowsAre(10)
    await ask('100', '104')
    await rowsAre(5)
    const cell = () => document.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')!
    act(() => cell().focus())
    await go(-1)
    await rowsAre(10)
    expect(document.activeElement?.closest('[role=grid]')).not.toBeNull()
    act(() => cell().blur())
    await go(1)
    await rowsAre(5)
    expect(document.body).toHaveFocus()
  })

  test('nothing is written unless requested', async () => {
    open('', { urlState: false })
    await rowsAre(300)
    await ask('10', '19')
    await rowsAre(10)
    expect(location.hash).toBe('')
  })
})

describe('a link', () => {
  test('opens its query on its network, and sends nothing to another', async () => {
    const { main, other } = open(
      toShareLink({ fromBlock: 20n, toBlock: 39n }, { state: { network: String(xoneTestnet.id) } }),
    )
    await rowsAre(20)
    expect(from().value).toBe('20')
    expect(other.callsOf('eth_getLogs').length).toBeGreaterThan(0)
    expect(main.calls).toEqual([])
  })

  test('does not affect networks chosen later', async () => {
    open(toShareLink({ fromBlock: 20n, toBlock: 39n }))
    await rowsAre(20)
    const choice = screen.getByLabelText('Network')
    fireEvent.change(choice, { target: { value: String(xoneTestnet.id) } })
    await rowsAre(300)
    expect(hash().get('network')).toBe(String(xoneTestnet.id))
    expect(hash().get('from')).toBeNull()
    fireEvent.change(choice, { target: { value: String(xone.id) } })
    await rowsAre(20)
    expect(hash().get('from')).toBe('20')
  })

  test('names the network that the page chooses later, with its query; one step back is the former one', async () => {
    const { config } = open(
      toShareLink({ fromBlock: 20n, toBlock: 39n }, { state: { network: String(xone.id) } }),
    )
    await rowsAre(20)
    // Like a wallet, outside the explorer.
    act(() => config.setChainId(xoneTestnet.id))
    await rowsAre(300)
    expect([hash().get('network'), hash().get('from')]).toEqual([String(xoneTestnet.id), null])
    await ask('10', '14')
    await rowsAre(5)
    act(() => config.setChainId(xone.id))
    await rowsAre(20)
    expect([hash().get('network'), hash().get('from')]).toEqual([String(xone.id), '20'])
    await go(-1)
    await rowsAre(5)
    expect(config.getChainId()).toBe(xoneTestnet.id)
  })

  test.each([
    ['#a=0x12&v=1', /Expected 40 hex digits after 0x, found 2/],
    ['#from=ten&v=1', /ten/],
    ['#from=5', /has no query, or its end was cut off/],
    ['#from=5&v=99', /made by a newer version/],
    ['#a=%zz&v=1', /broken escape/],
    // A query for one chain is not sent to another.
    ['#network=8453&from=5&to=9&v=1', /does not support network 8453/],
    ['#network=8453&compare=%23from%3D5%26v%3D1&from=5&to=9&v=1', /does not support network 8453/],
  ])('that is invalid says why, and the newest logs are shown: %s', async (link, reason) => {
    open(link)
    const notice = (await screen.findByText('This link is invalid')).closest<HTMLElement>('[role=alert]')!
    expect(notice).toHaveTextContent(reason)
    await rowsAre(300)
    expect(document.querySelector('[data-compared=true]')).toBeNull()
    fireEvent.click(within(notice).getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('This link is invalid')).toBeNull()
  })

  test('with only an invalid view is opened, and reports it', async () => {
    open('#from=5&to=9&view=%7B&v=1')
    await rowsAre(5)
    const notice = screen.getByText('Parts of this link are invalid').closest<HTMLElement>('[role=alert]')!
    expect(notice).toHaveTextContent('View: This was not copied completely.')
    expect(notice).not.toHaveTextContent('latest logs')
  })

  test('that is invalid is said to be replaced by the latest logs only if it is', async () => {
    open('#v=1&from=soon', { defaultQuery: { fromBlock: 0n, toBlock: 9n } })
    await rowsAre(10)
    expect(screen.getByText('This link is invalid')).toBeInTheDocument()
    expect(screen.queryByText(/latest logs instead/)).not.toBeInTheDocument()
  })

  test('opened later is followed', async () => {
    open('')
    await rowsAre(300)
    act(() => {
      location.hash = toShareLink({ fromBlock: 7n, toBlock: 8n })
    })
    await rowsAre(2)
    expect(from().value).toBe('7')
  })

  test.each([
    ['in the address as well', true],
    ['where the address says nothing', false],
  ])('pasted into the form is opened, with its network and view: %s', async (_, urlState) => {
    const { other } = open('', { urlState })
    await rowsAre(300)
    fireEvent.click(screen.getByRole('button', { name: 'Share' }))
    const state = { network: String(xoneTestnet.id), pane: 'groups' }
    const link = toShareLink({ fromBlock: 20n, toBlock: 39n }, { page: 'https://a.example/logs', state })
    fireEvent.change(await screen.findByLabelText('Open another query'), { target: { value: link } })
    fireEvent.click(screen.getByRole('button', { name: 'Open', hidden: true }))
    await rowsAre(20)
    expect(screen.getByLabelText('Network')).toHaveValue(String(xoneTestnet.id))
    expect(screen.getByRole('radio', { name: 'Groups' })).toBeChecked()
    expect(other.callsOf('eth_getLogs').length).toBeGreaterThan(0)
    expect(hash().get('from')).toBe(urlState ? '20' : null)
  })

  test('a pasted request with a block hash and a range opens, and notes that the range was ignored', async () => {
    const { main: node } = open('')
    await rowsAre(300)
    const { hash: blockHash } = node.chain.block(40)!
    fireEvent.click(screen.getByRole('button', { name: 'Share' }))
    const paste = async (body: object) => {
      const value = JSON.stringify(body)
      fireEvent.change(await screen.findByLabelText('Open another query'), { target: { value } })
      fireEvent.click(screen.getByRole('button', { name: 'Open', hidden: true }))
    }
    await paste({ blockHash, fromBlock: '0x1' })
    expect(
      screen.getByText('Opened. The range was ignored because there is a block hash.'),
    ).toBeInTheDocument()
    await rowsAre(node.chain.logs({}, 40n, 40n).length)
    // Where nothing was ignored there is no note: the results are shown.
    await paste({ fromBlock: '0x7', toBlock: '0x8' })
    expect(screen.queryByLabelText('Open another query')).toBeNull()
    await rowsAre(2)
  })

  test('to another network keeps the form in place, and typed input one step back', async () => {
    open('')
    await rowsAre(300)
    const field = screen.getByLabelText('Contracts')
    fireEvent.change(field, { target: { value: '0x12' } })
    const address = `0x${'ab'.repeat(20)}` as const
    const link = toShareLink({ address, fromBlock: 20n }, { state: { network: String(xoneTestnet.id) } })
    fireEvent.click(screen.getByRole('button', { name: 'Share' }))
    fireEvent.change(await screen.findByLabelText('Open another query'), { target: { value: link } })
    fireEvent.click(screen.getByRole('button', { name: 'Open', hidden: true }))
    await waitFor(() => expect(screen.getByLabelText('Network')).toHaveValue(String(xoneTestnet.id)))
    expect(screen.getByLabelText('Contracts')).toBe(field)
    expect(field).toHaveValue(address)
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(field).toHaveValue('0x12')
  })

  test('a plain page anchor is not a link', async () => {
    open('#history')
    await rowsAre(300)
    expect(screen.queryByText('This link is invalid')).toBeNull()
  })
})

test('only logs that match all conditions are shown, with the number excluded', async () => {
  open('')
  await rowsAre(300)
  const transfer = {
    type: 'event',
    name: 'Transfer',
    inputs: [
      { name: 'from', type: 'address', indexed: true },
      { name: 'to', type: 'address', indexed: true },
      { name: 'value', type: 'uint256', indexed: false },
    ],
  } as const
  act(() => {
    location.hash = toShareLink({ events: [transfer], fromBlock: 0n, toBlock: 299n })
  })
  await waitFor(() => expect(rows()).toBeLessThan(300))
  await waitFor(() => expect(screen.getByRole('progressbar')).toHaveTextContent('Complete'))
  const all = rows()
  expect(all).toBeGreaterThan(10)
  const large = 2n ** 255n
  act(() => {
    location.hash = toShareLink({
      events: [transfer],
      where: [{ arg: 2, is: 'atLeast', values: [large] }],
      fromBlock: 0n,
      toBlock: 299n,
    })
  })
  await waitFor(() => expect(rows()).toBeLessThan(all))
  expect(screen.getByText(new RegExp(`^${rows()} of ${all} logs shown`))).toBeInTheDocument()
})
