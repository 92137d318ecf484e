import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { StringsProvider } from '../../src/components/locales/StringsProvider.tsx'
import { LogGroups } from '../../src/components/LogGroups/LogGroups.tsx'
import type { LogRow } from '../../src/logs/Log.ts'
import { german } from '../../src/strings/de.ts'
import { makeRow } from './makeRow.ts'

const [coin, gold, ann, bob] = ['aa', 'bb', '11', '22'].map((byte) => `0x${byte.repeat(20)}` as const) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
]
const transfer = (number: number, address: `0x${string}`, to: `0x${string}`, value: bigint): LogRow =>
  makeRow(number, {
    address,
    topics: [
      `0x${'d'.repeat(64)}`,
      `0x${'0'.repeat(24)}${ann.slice(2)}`,
      `0x${'0'.repeat(24)}${to.slice(2)}`,
    ],
    decoded: {
      name: 'Transfer',
      signature: 'Transfer(address,address,uint256)',
      source: 'given',
      args: [
        { name: 'from', type: 'address', value: ann, indexed: true, hashed: false },
        { name: 'to', type: 'address', value: to, indexed: true, hashed: false },
        { name: 'value', type: 'uint256', value, indexed: false, hashed: false },
      ],
    },
  })
const logs = [
  transfer(1, coin, ann, 1_500_000n),
  transfer(2, coin, ann, 1_000_000n),
  transfer(3, gold, bob, 7n),
  transfer(4, coin, bob, 2n),
]
const tokens = { [coin.toUpperCase().replace('X', 'x')]: { symbol: 'COIN', decimals: 6 } }
const note = /^Contracts may use different units/
const choose = (select: string, choice: string) => {
  const box = screen.getByRole<HTMLSelectElement>('combobox', { name: select })
  const option = within(box).getByRole<HTMLOptionElement>('option', { name: choice })
  fireEvent.change(box, { target: { value: option.value } })
}
/** The sum of each group, in the order shown. */
const sums = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelectorAll('td')[1]!.textContent)

test('numbers of several contracts are not summed, and the reason is shown', () => {
  render(<LogGroups logs={logs} labels={{ [bob]: 'Bob' }} tokens={tokens} />)
  choose('Group by', 'Transfer: to')
  expect(screen.queryByText(note)).toBeNull()
  choose('Sum', 'Transfer: value')
  expect(sums()).toEqual(['2.5 COIN', 'several contracts'])
  expect(screen.getByText(note)).toBeVisible()
})

test('each contract has its own sum, in its unit where that is known', () => {
  render(<LogGroups logs={logs} tokens={tokens} />)
  choose('Sum', 'Transfer: value')
  expect(sums()).toEqual(['2.500002 COIN', '7'])
  expect(screen.getByTitle('2,500,002')).toHaveTextContent('2.500002 COIN')
  expect(screen.queryByText(note)).toBeNull()
})

test('filters can be removed, one by one', () => {
  const hidden = [coin, gold].map((address) => ({
    ...({ field: 'address', mode: 'not' } as const),
    values: [address],
    label: address === coin ? 'Coin' : 'Gold',
  }))
  const onFiltersChange = vi.fn()
  render(<LogGroups logs={logs} filters={hidden} onFiltersChange={onFiltersChange} />)
  const [first, second] = hidden.map(({ label }) =>
    screen.getByRole('button', { name: `Remove filter: hidden: ${label}` }),
  )
  fireEvent.click(first!)
  expect(onFiltersChange).toHaveBeenLastCalledWith([hidden[1]])
  expect(second).toHaveFocus()
})

test('an amount is formatted like other numbers', () => {
  const decimals = (value: bigint) => {
    const { unmount } = render(
      <StringsProvider strings={german}>
        <LogGroups logs={[transfer(1, coin, ann, value)]} tokens={tokens} />
      </StringsProvider>,
    )
    choose(german.sumOf, 'Transfer: value')
    const [sum] = sums()
    unmount()
    return sum
  }
  expect(decimals(1_234_567_500_000n)).toBe('1.234.567,5 COIN')
  expect(decimals(1_234_000_000n)).toBe('1.234 COIN')
  expect(decimals(-500_000n)).toBe('-0,5 COIN')
})

test('also in the row for all groups not listed', () => {
  const { rerender } = render(<LogGroups logs={logs} tokens={tokens} limit={1} />)
  choose('Group by', 'Transfer: value')
  choose('Sum', 'Transfer: value')
  expect(sums()).toEqual(['1.5 COIN', 'several contracts'])
  rerender(<LogGroups logs={logs.filter(({ address }) => address === coin)} tokens={tokens} limit={1} />)
  expect(sums()).toEqual(['1.5 COIN', '1.000002 COIN'])
  expect(screen.queryByText(note)).toBeNull()
})

const noted = (number: number, by: `0x${string}`): LogRow =>
  makeRow(number, {
    topics: [`0x${'0'.repeat(24)}${by.slice(2)}`],
    decoded: {
      name: 'Noted',
      signature: 'Noted(address)',
      source: 'given',
      args: [{ name: 'by', type: 'address', value: by, indexed: true, hashed: false }],
    },
  })

test('an anonymous event is one group, which no filter can select', () => {
  const onFilter = vi.fn()
  render(<LogGroups logs={[noted(1, ann), noted(2, bob), transfer(3, coin, ann, 1n)]} onFilter={onFilter} />)
  choose('Group by', 'Event')
  const groups = screen.getAllByRole('row').slice(1)
  expect(groups.map((row) => row.querySelector('td')!.textContent)).toEqual(['2 67%', '1 33%'])
  expect(within(groups[0]!).getByRole('rowheader', { name: 'Noted(address)' })).toBeVisible()
  expect(groups.map((row) => within(row).queryAllByRole('button').length)).toEqual([0, 1])
})

test('many values of an anonymous event do not displace other events', () => {
  const accounts = Array.from({ length: 20 }, (_, k) => `0x${`${k + 10}`.repeat(20)}` as const)
  const many = accounts.flatMap((by, k) => [noted(2 * k, by), noted(2 * k + 1, by)])
  render(<LogGroups logs={[...many, transfer(50, coin, ann, 1n)]} />)
  expect(screen.getByRole('option', { name: 'Transfer: from' })).toBeInTheDocument()
})

test('arguments of anonymous events, whose first topic is a value, are not offered', () => {
  render(<LogGroups logs={[noted(1, ann), transfer(2, coin, ann, 1n)]} />)
  const choices = within(screen.getByRole('combobox', { name: 'Group by' })).getAllByRole('option')
  expect(choices.map(({ textContent }) => textContent)).toEqual([
    'Contract',
    'Event',
    'Transfer: from',
    'Transfer: to',
    'Transfer: value',
  ])
})

test('arguments without a name are told apart by their position', () => {
  const arg = { name: '', type: 'uint256', value: 0n, indexed: false, hashed: false }
  const decoded = {
    name: 'Two',
    signature: 'Two(uint256,uint256)',
    source: 'given',
    args: [arg, arg],
  } as const
  render(<LogGroups logs={[transfer(1, coin, ann, 1n)].map((log) => ({ ...log, decoded }))} />)
  choose('Group by', 'Two: unnamed 1')
  expect(screen.getByRole('columnheader', { name: 'Two: unnamed 1' })).toBeVisible()
})

test('ids are not offered for summing', () => {
  const names = ['id', 'tokenId', '_tokenid', 'pool_ID', 'amountPaid', 'bid', 'Identity', 'value']
  const args = names.map((name) => ({
    ...{ name, type: 'uint256', value: 1n, indexed: false, hashed: false },
  }))
  const decoded = { name: 'Sold', signature: 'Sold()', source: 'given', args } as const
  render(<LogGroups logs={[makeRow(1, { decoded })]} />)
  const offered = [...screen.getByLabelText<HTMLSelectElement>('Sum').options].map(({ text }) => text)
  expect(offered).toEqual([
    'None',
    ...['amountPaid', 'bid', 'Identity', 'value'].map((name) => `Sold: ${name}`),
  ])
})

test('one address is another token on each network', async () => {
  const on = (chainId: number, log: LogRow) => ({ ...log, chainId })
  const several = [on(1, logs[0]!), on(1, logs[1]!), on(10, logs[3]!)]
  const resolveToken = vi.fn((_: string, { chainId }: { chainId: number | undefined }) =>
    chainId === 10 ? { symbol: 'TEN', decimals: 0 } : undefined,
  )
  render(
    <LogGroups
      logs={several}
      tokensByChain={{ 1: { [coin]: { symbol: 'ONE', decimals: 6 } } }}
      resolveToken={resolveToken}
      resolveLabel={(address, { chainId }) => (address === bob ? `Bob ${chainId}` : undefined)}
    />,
  )
  choose('Sum', 'Transfer: value')
  choose('Group by', 'Transfer: to')
  await waitFor(() => expect(sums()).toEqual(['2.5 ONE', '2 TEN']))
  await screen.findByRole('rowheader', { name: 'Bob 10' })
  expect(resolveToken.mock.calls.map(([address, { chainId }]) => [address, chainId])).toEqual([[coin, 10]])
})

test('one address is another contract on each network', () => {
  const on = (chainId: number, log: LogRow) => ({ ...log, chainId })
  const several = [on(10, logs[3]!), on(10, logs[1]!), on(1, logs[0]!)]
  const onFilter = vi.fn()
  const chains = [
    { chainId: 1, name: 'One', explorerUrl: 'https://one.example.org' },
    { chainId: 10, name: 'Ten', explorerUrl: 'https://ten.example.org' },
  ]
  const { rerender } = render(
    <LogGroups logs={several} chains={chains} labels={{ [coin]: 'Coin' }} onFilter={onFilter} />,
  )
  const rowOf = (name: string) => screen.getByRole('rowheader', { name }).closest('tr')!
  const textsOf = (name: string) => Array.from(rowOf(name).cells, ({ textContent }) => textContent)
  expect(screen.getAllByRole('row')).toHaveLength(1 + 2)
  expect(textsOf('Coin, Ten')).toEqual([
    expect.stringContaining('Coin'),
    'Ten',
    '2 67%',
    '1,002',
    '1,004',
    '',
  ])
  expect(textsOf('Coin, One')).toEqual([
    expect.stringContaining('Coin'),
    'One',
    '1 33%',
    '1,001',
    '1,001',
    '',
  ])
  expect(within(rowOf('Coin, One')).getByRole('link')).toHaveAttribute(
    'href',
    `https://one.example.org/address/${coin}`,
  )
  fireEvent.click(screen.getByRole('button', { name: 'New query: only this: Coin, Ten' }))
  expect(onFilter).toHaveBeenCalledExactlyOnceWith({
    ...{ mode: 'only', target: { field: 'address' }, values: [coin] },
    log: expect.objectContaining({ chainId: 10 }),
  })
  // Other groups have logs of several networks, whose block numbers do not compare.
  choose('Group by', 'Transfer: from')
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Transfer: from', 'Logs', expect.any(String)],
  ])
  choose('Group by', 'Contract')
  rerender(<LogGroups logs={several} />)
  expect(screen.getByRole('rowheader', { name: '0xaaaa…aaaa, 10' })).toBeVisible()
})

test('labels are looked up for the groups shown, once', async () => {
  const resolveLabel = vi.fn((address: string) => (address === gold ? 'Gold' : undefined))
  const { rerender } = render(<LogGroups logs={logs} limit={1} resolveLabel={resolveLabel} />)
  expect(resolveLabel.mock.calls.map(([address]) => address)).toEqual([coin])
  rerender(<LogGroups logs={logs} limit={2} resolveLabel={resolveLabel} labels={{ [coin]: 'Coin' }} />)
  await screen.findByRole('rowheader', { name: 'Gold' })
  expect(screen.getByRole('rowheader', { name: 'Coin' })).toBeVisible()
  expect(resolveLabel).toHaveBeenCalledTimes(2)
})

test('groups of a part of the logs are not called all', () => {
  const pending = [{ from: 1_005n, to: 1_010n }]
  const coverage = { verified: [{ from: 1_000n, to: 1_004n }], trimmed: [], pending, failed: [] }
  const { rerender } = render(<LogGroups logs={logs} coverage={coverage} status="loading" />)
  expect(screen.getByText('2 groups so far')).toBeVisible()
  rerender(<LogGroups logs={logs} coverage={coverage} status="success" isComplete={false} head={1_004n} />)
  expect(screen.getByText('2 groups')).toBeVisible()
})

test.each([
  ['paused', { status: 'loading', isScanPaused: true }, 'Paused'],
  ['offline', { status: 'loading', isOffline: true }, 'You are offline'],
  ['awaiting', { status: 'success', isComplete: false, head: 9n }, 'Not available yet'],
] as const)('without logs, it says %s as the table does', (state, props, text) => {
  const coverage = { verified: [], trimmed: [], pending: [{ from: 10n, to: 20n }], failed: [] }
  const { container } = render(<LogGroups logs={[]} coverage={coverage} {...props} />)
  expect(container.firstElementChild).toHaveAttribute('data-state', state)
  expect(screen.getByText(text)).toBeVisible()
})

test('focus stays in the table when the last groups are shown', async () => {
  render(<LogGroups logs={logs} limit={1} />)
  choose('Group by', 'Transfer: value')
  const more = screen.getByRole('button', { name: 'Show more' })
  more.focus()
  fireEvent.click(more)
  await waitFor(() => expect(more).not.toBeInTheDocument())
  expect(screen.getByRole('group', { name: 'Transfer: value' })).toHaveFocus()
})
