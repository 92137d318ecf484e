import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { encodeAbiParameters, parseAbiItem, toEventSelector, type AbiEvent } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { LogDetails } from '../../src/components/LogDetails/LogDetails.tsx'
import { createDecoder } from '../../src/logs/decode/createDecoder.ts'
import { wellKnownEvents } from '../../src/logs/decode/wellKnownEvents.ts'
import type { LogRow } from '../../src/logs/Log.ts'
import { makeRow } from './makeRow.ts'

const [a, b] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`] as const
const word = (value: bigint | typeof a) => encodeAbiParameters([{ type: 'uint256' }], [BigInt(value)])
const selector = toEventSelector('Transfer(address,address,uint256)')
const transfer = makeRow(1, {
  topics: [selector, word(a), word(b)],
  data: word(1_500_000n),
  transactionHash: `0x${'ee'.repeat(32)}`,
})
const decode = (log: LogRow, ...abi: string[]) => {
  const { candidates } = createDecoder(
    abi.map((one) => parseAbiItem(one) as AbiEvent),
    { known: wellKnownEvents() },
  )
  const all = candidates(log)
  return { log: { ...log, decoded: all[0] }, candidates: all }
}
const argument = (name: string) => {
  const header = screen.getAllByRole('rowheader').find((one) => one.textContent === name)!
  return header.closest('tr')!
}
/** The text that the button copies. */
async function copied(button: RegExp | string) {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  fireEvent.click(screen.getByRole('button', { name: button }))
  await screen.findAllByText('Copied')
  vi.unstubAllGlobals()
  return writeText.mock.lastCall![0]
}

test('an argument without a name is named by its position, as in menus', () => {
  render(
    <LogDetails {...decode(transfer, 'event Transfer(address indexed from, address indexed, uint256)')} />,
  )
  expect(argument('unnamed 1')).toHaveTextContent('address')
  expect(within(argument('unnamed 2')).getByRole('combobox')).toHaveAccessibleName(/unnamed 2/)
  const words = [...document.querySelectorAll('.topic0-word-label')].map((label) => label.textContent)
  expect(words).toEqual(['Event', 'from', 'unnamed 1', 'unnamed 2'])
})

test('raw words tell what they may stand for', () => {
  const time = 1_700_000_000n
  const text = `0x${Buffer.from('Hello, world').toString('hex').padEnd(64, '0')}` as const
  const data = `${word(time)}${text.slice(2)}${word(2n ** 256n - 5n).slice(2)}` as const
  render(<LogDetails log={makeRow(1, { topics: [selector, word(a)], data })} />)
  const titles = [...document.querySelectorAll<HTMLElement>('.topic0-words code')].map(({ title }) => title)
  expect(titles[1]).toMatch(/^Number: [\d,]+\nAddress: 0x1{40}$/)
  expect(titles[2]).toBe('Number: 1,700,000,000\nTime: 2023-11-14 22:13:20 UTC')
  expect(titles[3]).toMatch(/\nText: Hello, world$/)
  expect(titles[4]).toMatch(/^Number: -5\nNumber: 115,[\d,]+$/)
  const spoken = [...document.querySelectorAll('.topic0-words .topic0-visually-hidden')]
  expect(spoken.at(-1)).toHaveTextContent(/; Number: -5$/)
})

describe('an ABI that does not fit', () => {
  /** A transfer, decoded with an ABI in which other arguments are indexed. */
  const misread = (inputs: string, log = transfer): LogRow => {
    const decoder = createDecoder([parseAbiItem(`event Transfer(${inputs})` as 'event E(address a)')], {
      strict: false,
    })
    return { ...log, decoded: decoder.decode(log), misfit: decoder.misfit(log) }
  }

  test.each([
    [
      'address from, address to, uint256 value',
      'The log has 3 topics and 32 bytes of data; this event has 1 and 96.',
    ],
    [
      'address indexed from, address indexed to, uint256 indexed value',
      'The log has 3 topics and 32 bytes of data; this event has 4 and 0.',
    ],
  ])('with %s shows what was found and what was expected, and invents nothing', (inputs, sentence) => {
    render(<LogDetails log={misread(inputs)} />)
    expect(screen.getByText(sentence)).toBeVisible()
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Transfer')
    expect(screen.queryByText('from your ABI')).toBeNull()
    expect(screen.queryByRole('rowheader')).toBeNull()
    expect(screen.getByText('Topics')).toBeVisible()
    // Matching readings can be chosen, with their source.
    fireEvent.click(
      screen.getByRole('radio', { name: /address indexed from, address indexed to, uint256 value/ }),
    )
    expect(argument('value')).toHaveTextContent('1,500,000')
    expect(screen.getAllByText('guessed').length).toBeGreaterThan(0)
    expect(screen.getByText(sentence)).toBeVisible()
  })

  test('names the invalid value, and reports when no reading fits', () => {
    const far = {
      ...transfer,
      topics: [selector, word(2n ** 200n), word(b)] as const,
      data: word(2n ** 201n),
    }
    render(
      <LogDetails
        log={misread('address indexed from, address indexed to, uint256 value', {
          ...far,
          topics: [...far.topics],
        })}
      />,
    )
    expect(screen.getByText('The log has no valid address where “from” should be.')).toBeVisible()
    expect(screen.getByText(/does not match with different arguments indexed either/)).toBeVisible()
    expect(screen.queryByRole('radio')).toBeNull()
  })

  test('hand-packed data is marked, and indistinguishable readings are named', () => {
    const more = { ...transfer, data: `${transfer.data}${'0'.repeat(64)}` as const }
    const { rerender } = render(
      <LogDetails log={misread('address indexed from, address indexed to, uint256 value', more)} />,
    )
    expect(screen.getByText('unusual encoding')).toBeVisible()
    rerender(<LogDetails log={misread('address indexed from, address indexed to, uint256 value')} />)
    expect(screen.queryByText('unusual encoding')).toBeNull()
    expect(screen.queryByText(/does not say which/)).toBeNull()
    const deposit = parseAbiItem('event Deposit(uint256 indexed pid, uint256 amount)')
    const log = makeRow(2, { topics: [toEventSelector(deposit), word(1n)], data: word(2n) })
    rerender(<LogDetails log={{ ...log, decoded: createDecoder([deposit]).decode(log) }} />)
    expect(screen.getByText('Deposit(uint256 pid, uint256 indexed amount)')).toBeVisible()
  })
})

describe('readings', () => {
  test('all that fit can be chosen, each with its source, and the rest of the pane follows', async () => {
    const { log, candidates } = decode(
      transfer,
      'event Transfer(address indexed sender, address receiver, uint256 indexed id)',
    )
    render(<LogDetails log={log} candidates={candidates} />)
    const choices = within(screen.getByRole('group', { name: /events match this log/ }))
    expect(choices.getAllByRole('radio').length).toBeGreaterThan(1)
    const given = choices.getByRole('radio', { name: /receiver.*from your ABI/ })
    const known = choices.getByRole('radio', { name: /from.*well-known event/ })
    expect(given).toBeChecked()
    expect(argument('id')).toHaveTextContent('indexed')
    fireEvent.click(known)
    expect(argument('value')).not.toHaveTextContent('indexed')
    const json = JSON.parse(await copied('Copy JSON')) as { decoded: { source: string; args: object[] } }
    expect(json.decoded.source).toBe('known')
    expect(json.decoded.args.at(-1)).toMatchObject({ name: 'value', value: '1500000', indexed: false })
  })

  test('a choice outlasts a new list, whose rows are new objects, and a lookup that finds more', () => {
    const { log, candidates } = decode(
      transfer,
      'event Transfer(address indexed sender, address receiver, uint256 indexed id)',
    )
    const { rerender } = render(<LogDetails log={log} candidates={candidates} />)
    fireEvent.click(screen.getByRole('radio', { name: /well-known event/ }))
    for (const found of [candidates, candidates.toReversed()]) {
      rerender(<LogDetails log={{ ...log }} candidates={found} />)
      expect(screen.getByRole('radio', { name: /well-known event/ })).toBeChecked()
    }
    rerender(<LogDetails log={{ ...log, logIndex: 9 }} candidates={candidates} />)
    expect(screen.getByRole('radio', { name: /receiver.*from your ABI/ })).toBeChecked()
  })

  test.each([
    ['a token', 'value', [word(a), word(b)], word(7n)],
    ['a collection', 'tokenId', [word(a), word(b), word(7n)], '0x'],
  ] as const)('a transfer of %s is identified by its topics', (_of, name, topics, data) => {
    const { log, candidates } = decode({ ...transfer, topics: [selector, ...topics], data })
    render(<LogDetails log={log} candidates={candidates} />)
    expect(argument(name)).toHaveTextContent('7')
    expect(screen.getByText('well-known event')).toBeInTheDocument()
  })

  test('the source of the only one is next to its name', () => {
    const { log } = decode(
      transfer,
      'event Transfer(address indexed from, address indexed to, uint256 value)',
    )
    render(<LogDetails log={log} />)
    const name = screen.getByRole('heading', { level: 2, name: 'Transfer' })
    expect(name.nextElementSibling).toHaveTextContent('from your ABI')
    expect(screen.getByRole('article')).toHaveAccessibleName('Transfer')
  })

  test('unknown event: the services are named before any request', () => {
    const onLookUp = vi.fn()
    const services = [
      { name: 'Sourcify', by: 'topic' },
      { name: 'Scan', by: 'address' },
    ] as const
    const log = { ...transfer, decoded: undefined }
    render(<LogDetails log={log} lookup={{ status: 'idle', services, onLookUp }} />)
    expect(
      screen.getByText(/Sends only the first topic to Sourcify.*Sends only the contract’s address to Scan/),
    ).toBeVisible()
    expect(onLookUp).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Look up event' }))
    expect(onLookUp).toHaveBeenCalledOnce()
  })

  test('no lookup is offered without services', () => {
    const lookup = { status: 'idle', services: [], onLookUp: () => {} } as const
    render(<LogDetails log={{ ...transfer, decoded: undefined }} lookup={lookup} />)
    expect(screen.queryByRole('button', { name: 'Look up event' })).toBeNull()
  })
})

describe('values', () => {
  test('amounts are shown in the unit of their token, and in others on request', async () => {
    const { log } = decode(transfer)
    render(<LogDetails log={log} token={{ symbol: 'CPR', decimals: 6 }} />)
    expect(argument('value')).toHaveTextContent(/1\.5/)
    expect(await copied(/^Copy value/)).toBe('1.5')
    fireEvent.change(screen.getByRole('combobox', { name: 'Unit of value' }), { target: { value: '0' } })
    expect(argument('value')).toHaveTextContent('1,500,000')
  })

  test('a unit chosen for one token does not apply to another that has no such unit', () => {
    const { log } = decode(transfer)
    const { rerender } = render(<LogDetails log={log} token={{ symbol: 'CPR', decimals: 6 }} />)
    const unit = () => screen.getByRole('combobox', { name: 'Unit of value' })
    const choose = (value: string) => fireEvent.change(unit(), { target: { value } })
    choose('0')
    choose('6')
    const other = { ...log, logIndex: 1, data: word(25n * 10n ** 7n) }
    rerender(<LogDetails {...decode(other)} token={{ symbol: 'TIN', decimals: 8 }} />)
    expect(argument('value')).toHaveTextContent(/2\.5/)
    expect(unit()).toHaveDisplayValue('TIN')
  })

  test('nested numbers that count something are grouped, by the name of their field or list', () => {
    const event = 'event Settled(uint256[] amounts, (uint256 poolId, uint256 fee, uint256 paidAt) terms)'
    const data = encodeAbiParameters(
      [
        { type: 'uint256[]' },
        { type: 'tuple', components: ['a', 'b', 'c'].map((name) => ({ name, type: 'uint256' })) },
      ],
      [[1_500n, 2_000_000n], { a: 100_000n, b: 200_000n, c: 1_700_000_000n }] as never,
    )
    const topics = [toEventSelector(event.slice(6).replaceAll(/ \w+(?=[,)])/g, ''))] as const
    render(<LogDetails {...decode(makeRow(1, { topics, data }), event)} />)
    expect(argument('amounts')).toHaveTextContent('0 1,500')
    expect(argument('amounts')).toHaveTextContent('1 2,000,000')
    for (const text of ['100000', '200,000', '1700000000']) expect(argument('terms')).toHaveTextContent(text)
  })

  test('every value has one copy button, also a hash, which brings its own', () => {
    const { log } = decode(
      {
        ...transfer,
        topics: [toEventSelector('Kept(bytes32,uint256)')],
        data: `${word(a)}${word(7n).slice(2)}`,
      },
      'event Kept(bytes32 key, uint256 count)',
    )
    render(<LogDetails log={log} />)
    const copies = ['key', 'count'].map((name) =>
      within(argument(name)).getAllByRole('button', { name: /^Copy/ }),
    )
    expect(copies.map((buttons) => buttons.length)).toEqual([1, 1])
  })

  test('each data word names its argument', () => {
    const { log } = decode(transfer)
    const { container } = render(<LogDetails log={log} />)
    const owners = [...container.querySelectorAll('.topic0-word-label')].map((one) => one.textContent)
    expect(owners).toEqual(['Event', 'from', 'to', 'value'])
  })

  test('everything is copied at once, with the requested timestamp', async () => {
    const { log } = decode(transfer)
    render(<LogDetails log={log} timestamp={1_700_000_000n} />)
    expect(JSON.parse(await copied('Copy JSON'))).toMatchObject({
      address: log.address,
      topics: log.topics,
      data: log.data,
      blockNumber: '1001',
      blockHash: log.blockHash,
      blockTimestamp: '1700000000',
      transactionHash: log.transactionHash,
      logIndex: 0,
      decoded: { name: 'Transfer', source: 'known' },
    })
  })
})

test('data that is too long to be shown whole says how much of it can be shown', () => {
  const words = (count: number) => makeRow(1, { data: `0x${'00'.repeat(32 * count)}` })
  const { rerender } = render(<LogDetails log={words(2_050)} />)
  expect(screen.getByText('Show the first 2,048 of 2,050')).toBeVisible()
  rerender(<LogDetails log={words(2_048)} />)
  expect(screen.getByText('Show all 2,048')).toBeVisible()
})

describe('the transaction', () => {
  test('says how many of its logs are listed', () => {
    const logs = Array.from({ length: 1_200 }, (_, logIndex) => ({ ...transfer, logIndex }))
    render(<LogDetails log={logs[600]!} transactionLogs={{ status: 'success', logs, onRead: () => {} }} />)
    expect(screen.getAllByText(/^#\d/)).toHaveLength(101)
    expect(screen.getByText('101 of 1,200')).toBeVisible()
  })

  const siblings = Array.from({ length: 3 }, (_, at) => decode({ ...transfer, logIndex: at }).log)

  test('its logs are read on request, with their arguments and links', () => {
    const [onRead, onSelect] = [vi.fn(), vi.fn()]
    const { rerender } = render(
      <LogDetails log={siblings[1]!} transactionLogs={{ status: 'idle', onRead }} onSelect={onSelect} />,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
    expect(onRead).toHaveBeenCalledOnce()
    const transactionLogs = { status: 'success', logs: siblings, onRead } as const
    const token = { symbol: 'CPR', decimals: 6 }
    rerender(<LogDetails log={siblings[1]!} {...{ transactionLogs, token, onSelect }} />)
    const list = screen.getAllByRole('button', { name: /^#\d/ })
    expect(list).toHaveLength(3)
    expect(list[1]).toHaveAttribute('aria-current', 'true')
    expect(list[2]).toHaveTextContent(/Transfer.*value: 1\.5 CPR/)
    fireEvent.click(list[2]!)
    expect(onSelect).toHaveBeenCalledWith(siblings[2])
  })

  test('a failed request shows its error and can be retried', () => {
    const onRead = vi.fn()
    const error = new Error('The node is asleep.')
    render(<LogDetails log={transfer} transactionLogs={{ status: 'error', error, onRead }} />)
    expect(screen.getByText('The node is asleep.')).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRead).toHaveBeenCalledOnce()
  })
})

test('a removed log is marked in its name', () => {
  const { log } = decode(transfer)
  render(<LogDetails log={{ ...log, removed: true }} />)
  expect(screen.getByRole('article')).toHaveAccessibleName(/ Removed$/)
})

test('hashes are announced shortened, and complete in the document', () => {
  const { log } = decode(transfer)
  render(<LogDetails log={log} explorerUrl="https://explorer.test" />)
  const hash = screen.getByRole('link', { name: '0xeeee…eeee (opens in a new tab)' })
  // Its tooltip is not announced after its name: 64 digits.
  expect(hash).not.toHaveAccessibleDescription()
  const seen = within(hash).getByTitle(log.transactionHash)
  expect(seen).toHaveTextContent(log.transactionHash)
  expect(seen).toHaveAttribute('aria-hidden', 'true')
})

describe('values lead to the logs that have them', () => {
  test('an indexed argument by its topic, another among the loaded logs, the contract by its address', () => {
    const { log, candidates } = decode(transfer)
    const onFilter = vi.fn<NonNullable<ComponentProps<typeof LogDetails>['onFilter']>>()
    const { rerender } = render(<LogDetails log={log} candidates={candidates} onFilter={onFilter} />)
    const press = (name: string) => {
      fireEvent.click(screen.getByRole('button', { name }))
      return onFilter.mock.lastCall![0]
    }
    expect(press('New query: only this: to')).toMatchObject({
      mode: 'only',
      target: { field: 'topic', position: 2, name: 'to' },
      values: [word(b)],
    })
    expect(press('Show only this here: value')).toMatchObject({
      target: { field: 'arg', position: 2, topic0: selector },
      values: ['1500000'],
    })
    expect(press('New query: only this: Contract')).toMatchObject({
      target: { field: 'address' },
      values: [log.address],
      log,
    })
    rerender(<LogDetails log={log} candidates={candidates} />)
    expect(screen.queryByRole('button', { name: /(New query: only|Show only) this/ })).toBeNull()
  })

  test('from the chosen reading', () => {
    const { log, candidates } = decode(
      transfer,
      'event Transfer(address indexed sender, address receiver, uint256 indexed id)',
    )
    const onFilter = vi.fn<NonNullable<ComponentProps<typeof LogDetails>['onFilter']>>()
    render(<LogDetails log={log} candidates={candidates} onFilter={onFilter} />)
    fireEvent.click(screen.getByRole('radio', { name: /from.*well-known event/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Show only this here: value' }))
    expect(onFilter.mock.lastCall![0].values).toEqual(['1500000'])
  })
})

test('amounts of other tokens of the transaction are in their own units', () => {
  const { log, candidates } = decode(transfer)
  const other = { ...log, address: a, logIndex: 1 }
  render(
    <LogDetails
      log={log}
      candidates={candidates}
      tokens={{
        [log.address]: { symbol: 'COIN', decimals: 6 },
        [a]: { symbol: 'GOLD', decimals: 3 },
      }}
      transactionLogs={{ status: 'success', logs: [log, other], onRead: () => {} }}
    />,
  )
  expect(screen.getByText(/1\.5 COIN/)).toBeVisible()
  expect(screen.getByText(/1,500 GOLD/)).toBeVisible()
})

test('the given unit of the contract applies to its log and to that log in the transaction', () => {
  const { log, candidates } = decode(transfer)
  render(
    <LogDetails
      log={log}
      candidates={candidates}
      token={{ symbol: 'GIVEN', decimals: 3 }}
      tokens={{ [log.address]: { symbol: 'COIN', decimals: 6 } }}
      transactionLogs={{ status: 'success', logs: [log], onRead: () => {} }}
    />,
  )
  expect(argument('value')).toHaveTextContent(/1,500.*GIVEN/)
  expect(screen.getByText(/1,500 GIVEN/)).toBeVisible()
  expect(screen.queryByText(/COIN/)).toBeNull()
})

describe('names and units', () => {
  const { log } = decode(transfer, 'event Transfer(address indexed from, address indexed to, uint256 value)')
  const lookups = () => ({
    resolveLabel: vi.fn((address: string, { chainId }: { chainId: number | undefined }) =>
      address === a ? `Alice ${chainId}` : undefined,
    ),
    resolveToken: vi.fn((_: string, { chainId }: { chainId: number | undefined }) =>
      chainId === 10 ? { symbol: 'TEN', decimals: 5 } : undefined,
    ),
  })

  test('are those of the log’s network', async () => {
    const { resolveLabel, resolveToken } = lookups()
    const tokensByChain = { 1: { [log.address]: { symbol: 'ONE', decimals: 6 } } }
    const props = { resolveLabel, resolveToken, tokensByChain }
    const { rerender } = render(<LogDetails log={{ ...log, chainId: 1 } as LogRow} {...props} />)
    expect(argument('value')).toHaveTextContent(/1\.5.*ONE/)
    await waitFor(() => expect(argument('from')).toHaveTextContent('Alice 1'))
    expect(resolveToken).not.toHaveBeenCalled()
    rerender(<LogDetails log={{ ...log, chainId: 10 } as LogRow} {...props} />)
    await waitFor(() => expect(argument('value')).toHaveTextContent(/15.*TEN/))
    expect(argument('from')).toHaveTextContent('Alice 10')
    expect(resolveToken).toHaveBeenCalledTimes(1)
    expect(new Set(resolveLabel.mock.calls.map(([address]) => address))).toEqual(
      new Set([log.address.toLowerCase(), a, b]),
    )
  })

  test('of the transaction are looked up once it is read', async () => {
    const { resolveLabel } = lookups()
    const sibling = makeRow(2, { address: `0x${'33'.repeat(20)}` })
    const logs = { status: 'idle', onRead: () => {} } as const
    const { rerender } = render(
      <LogDetails log={log} resolveLabel={resolveLabel} labels={{ [a]: 'Given' }} transactionLogs={logs} />,
    )
    const asked = () => resolveLabel.mock.calls.map(([address]) => address).sort()
    expect(asked()).toEqual([b, log.address.toLowerCase()].sort())
    rerender(
      <LogDetails
        log={log}
        resolveLabel={resolveLabel}
        labels={{ [a]: 'Given' }}
        transactionLogs={{ ...logs, status: 'success', logs: [log, sibling] }}
      />,
    )
    await waitFor(() => expect(asked()).toContain(sibling.address))
    expect(argument('from')).toHaveTextContent('Given')
    expect(resolveLabel).toHaveBeenCalledTimes(3)
  })
})

test('a log without topics and data has no empty lists', () => {
  render(<LogDetails log={makeRow(1, { topics: [], data: '0x', decoded: undefined })} />)
  expect(screen.getByText('This log has no data.')).toBeVisible()
  expect(screen.queryAllByRole('list')).toEqual([])
})
