import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { english } from '../../../src/components/locales/english.ts'
import { OutlineCells } from '../../../src/components/LogTable/cells/OutlineCells.tsx'
import { logColumns } from '../../../src/components/LogTable/columns/logColumns.ts'
import { LogTable } from '../../../src/components/LogTable/LogTable.tsx'
import { formatNumber } from '../../../src/components/strings/formatNumber.ts'
import { amountText, groupDigits } from '../../../src/components/values/amounts.ts'
import { NamedValue } from '../../../src/components/values/DecodedValue.tsx'
import { formatAge } from '../../../src/components/values/formatAge.ts'
import { formatDuration } from '../../../src/components/values/formatDuration.ts'
import type { DecodedEvent } from '../../../src/logs/Log.ts'
import { makeRow } from '../makeRow.ts'
import { cell, item } from './logGrid.ts'

const token = `0x${'AB'.repeat(20)}`
const [a, b] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`] as const
const event = (name: string, value: bigint, indexed = false): DecodedEvent => ({
  name,
  signature: `${name}(address,address,uint256)`,
  source: 'given',
  args: [
    { name: 'from', type: 'address', value: a, indexed: true, hashed: false },
    { name: 'to', type: 'address', value: b, indexed: true, hashed: false },
    { name: 'value', type: 'uint256', value, indexed, hashed: false },
  ],
})
const text = (index: number) => cell(index, 'event').textContent

test('an event says that it has further arguments only if it has', () => {
  const args = Array.from({ length: 14 }, (_, at) => ({
    ...{ name: at === 12 ? 'amount' : `a${at}`, type: 'uint256', value: 1n, indexed: false, hashed: false },
  }))
  const long = (count: number) => ({ ...event('Long', 1n), args: args.slice(0, count) })
  render(<LogTable logs={[makeRow(0, { decoded: long(13) }), makeRow(1, { decoded: long(14) })]} />)
  expect(text(0)).toMatch(/a11: 1.*amount: 1$/)
  expect(text(0)).not.toContain('…')
  expect(text(1)).toMatch(/a11: 1….*amount: 1$/)
})

test('an event names the operator last, and ends with a boolean like with an amount', () => {
  const arg = { type: 'address', value: a, indexed: true, hashed: false }
  const [single, forAll] = ['TransferSingle', 'ApprovalForAll'].map((name) => event(name, 1n)) as [
    DecodedEvent,
    DecodedEvent,
  ]
  const operator = { ...arg, name: 'operator' }
  const approved = { ...arg, name: 'approved', type: 'bool', value: true, indexed: false }
  const logs = [
    makeRow(0, { decoded: { ...single, args: [operator, ...single.args] } }),
    makeRow(1, { decoded: { ...forAll, args: [{ ...arg, name: 'owner' }, operator, approved] } }),
  ]
  render(<LogTable logs={logs} />)
  const names = (index: number) =>
    [...cell(index, 'event').querySelectorAll('.topic0-event-arg-name')].map((name) => name.textContent)
  expect(names(0)).toEqual(['from:', 'to:', 'operator:', 'value:'])
  expect(names(1)).toEqual(['owner:', 'operator:', 'approved:'])
  expect(cell(1, 'event').querySelector('.topic0-event-amount')).toHaveTextContent('approved: true')
})

describe('a batch of tokens', () => {
  const batchOf = (ids: bigint[], values: bigint[]): DecodedEvent => {
    const arg = { indexed: false, hashed: false }
    return {
      name: 'TransferBatch',
      signature: 'TransferBatch(address,address,address,uint256[],uint256[])',
      source: 'known',
      args: [
        ...['operator', 'from', 'to'].map((name) => ({ ...arg, name, type: 'address', value: a })),
        { ...arg, name: 'ids', type: 'uint256[]', value: ids },
        { ...arg, name: 'values', type: 'uint256[]', value: values },
      ],
    }
  }
  const shown = (ids: bigint[], values: bigint[]) => {
    const { unmount } = render(<LogTable logs={[makeRow(0, { decoded: batchOf(ids, values) })]} />)
    const amount = cell(0, 'event').querySelector('.topic0-event-amount')?.textContent?.trim()
    unmount()
    return amount?.replaceAll('\u00a0', ' ')
  }

  test('shows its first token with its amount, and how many follow', () => {
    expect(shown([7n], [250n])).toBe('ids × values: 7 × 250')
    expect(shown([7n, 8n, 9n, 10n], [250n, 1n, 1_000n, 1n])).toBe('ids × values: 7 × 250, +3')
    expect(shown([2n ** 255n, 8n], [1n, 1n])).toBe('ids × values: 578960…9968 × 1, +1')
  })

  test('shows its lists if they do not belong together', () => {
    expect(shown([], [])).toBeUndefined()
    expect(shown([7n, 8n], [1n])).toBeUndefined()
    render(<LogTable logs={[makeRow(0, { decoded: batchOf([7n, 8n], [1n]) })]} />)
    expect(text(0)).toMatch(/ids: \[7, 8\] values: \[1\]/)
  })
})

describe('amounts', () => {
  test('are shown in the unit of the token that emits them, only those of its transfers', () => {
    const values = [event('Transfer', 1_500_000n), event('Transfer', 42n, true), event('Minted', 1_500_000n)]
    const logs = values.map((decoded, number) => makeRow(number, { decoded }))
    render(<LogTable logs={logs} tokens={{ [token]: { symbol: 'CPR', decimals: 6 } }} />)
    expect(text(0)).toMatch(/value: 1\.5 CPR$/)
    expect(text(1)).toMatch(/value: 42$/)
    expect(text(2)).toMatch(/value: 1,500,000$/)
  })

  test('of other contracts are shown as raw values', () => {
    const logs = [makeRow(0, { decoded: event('Transfer', 1_500_000n), address: a })]
    render(<LogTable logs={logs} tokens={{ [token]: { symbol: 'CPR', decimals: 6 } }} />)
    expect(text(0)).toMatch(/value: 1,500,000$/)
  })

  test('without a limit are not a row of digits', () => {
    render(<LogTable logs={[makeRow(0, { decoded: event('Approval', 2n ** 256n - 1n) })]} />)
    expect(text(0)).toMatch(/value: 2²⁵⁶−1$/)
  })

  test('are the same in their menu, with the raw value, and where they were requested', () => {
    const logs = [makeRow(0, { decoded: event('Transfer', 1_500_000n), topics: [`0x${'d'.repeat(64)}`] })]
    render(<LogTable logs={logs} tokens={{ [token]: { symbol: 'CPR', decimals: 6 } }} />)
    fireEvent.contextMenu(cell(0, 'event'))
    fireEvent.click(item('value: 1.5 CPR'))
    expect(document.querySelector('.topic0-menu-heading')).toHaveTextContent('value 1.5 CPR1500000')
    fireEvent.click(item(/^Show only this here/))
    expect(screen.getByText('only value 1.5 CPR')).toBeInTheDocument()
  })

  test.each([
    [128_761_214_675_296_283n, '0.128761… HRB'],
    [10n ** 18n, '1 HRB'],
    [-(15n * 10n ** 17n), '-1.5 HRB'],
    [123_456n, '0.0000000000001234… HRB'],
    [1_234_567n * 10n ** 18n + 4n, '1,234,567.00… HRB'],
    [1n, '0.000000000000000001 HRB'],
    [0n, '0 HRB'],
    [12_345_678_000_000_000_001n, '12.345678… HRB'],
  ])('%s is %s', (value, shown) => {
    expect(amountText(value, { symbol: 'HRB', decimals: 18 }, 'en')).toBe(shown)
  })

  test('are written as the language does', () => {
    const amount = 1_234_567_890n
    expect(amountText(amount, { symbol: 'HRB', decimals: 4 }, 'de')).toBe('123.456,789 HRB')
    expect(amountText(amount, { symbol: 'HRB', decimals: 4 }, 'fr')).toBe('123 456,789 HRB')
  })

  test.each(['ar-EG', 'fa', 'he', 'sv'])('have digits of one kind and a visible sign: %s', (locale) => {
    const amount = amountText(-1_234_567_890n, { symbol: 'HRB', decimals: 4 }, locale)
    expect(amount).toMatch(/^-123[ -~]456[ -~]789 HRB$/)
    expect(groupDigits(-1_234n, locale)).toMatch(/^-1[ -~]234$/)
    expect(formatNumber(1_234n, locale)).toContain('234')
    expect(formatDuration(45, locale)).toContain('45')
    expect(formatAge(0, 45, locale)).toContain('45')
  })

  test('of small types are grouped like those of large ones', () => {
    const decoded = event('Minted', 0n)
    const args = [{ name: 'amount', type: 'uint32', value: 1_500_000, indexed: false, hashed: false }]
    render(
      <>
        <LogTable logs={[makeRow(0, { decoded: { ...decoded, args } })]} />
        <NamedValue {...args[0]!} />
      </>,
    )
    expect(text(0)).toMatch(/amount: 1,500,000$/)
    expect(document.querySelector('.topic0-value')).toHaveTextContent(/^1,500,000$/)
  })
})

test('a number among other arguments is shown whole or not at all, however long; a long text is cut', () => {
  const arg = { indexed: false, hashed: false }
  const args = [
    { ...arg, name: 'amount', type: 'int256', value: 1n },
    { ...arg, name: 'price', type: 'uint160', value: 10n ** 40n },
    { ...arg, name: 'text', type: 'string', value: 'x'.repeat(40) },
  ]
  render(<LogTable logs={[makeRow(0, { decoded: { ...event('Priced', 1n), args } })]} />)
  const others = [...cell(0, 'event').querySelectorAll<HTMLElement>('.topic0-event-rest > .topic0-event-arg')]
  expect(others.map(({ dataset }) => dataset['whole'])).toEqual(['true', undefined])
})

test('a row has few elements: scrolling renders hundreds of rows', () => {
  const log = makeRow(0, { decoded: event('Transfer', 1n) })
  const { container } = render(<LogTable logs={[log]} explorerUrl="https://explorer.example" />)
  expect(container.querySelectorAll('[data-index="0"], [data-index="0"] *')).toHaveLength(29)
  const outline = render(<OutlineCells log={log} columns={logColumns} stacked={false} />).container
  expect(outline.querySelectorAll('*')).toHaveLength(2)
  // A row without cells would be none to screen readers.
  const own = render(<OutlineCells log={log} columns={['args.from', 'time']} stacked={false} />).container
  expect(own.querySelectorAll('[role="gridcell"]')).toHaveLength(1)
})

describe('times', () => {
  test('that cannot be read say why, and pending ones say nothing', () => {
    const logs = [makeRow(0), makeRow(1, { blockTimestamp: 1_700_000_000n })]
    const why = english.timesHidden
    const { rerender } = render(<LogTable logs={logs} timestamps={new Map()} timesMissing={why} />)
    expect(cell(0, 'time')).toHaveTextContent(`–${why}`)
    expect(cell(0, 'time').querySelector('[title]')).toHaveAttribute('title', why)
    expect(cell(1, 'time')).toHaveTextContent('2023-11-14 22:13:20')
    rerender(<LogTable logs={logs} timestamps={new Map()} />)
    expect(cell(0, 'time')).toBeEmptyDOMElement()
  })
})

test('a note is next to the count', () => {
  render(<LogTable logs={[makeRow(0)]} note={<button type="button">More</button>} />)
  const facts = document.querySelector<HTMLElement>('.topic0-log-table-facts')!
  expect(facts).toHaveTextContent('1 logMore')
  expect(facts).toContainElement(screen.getByText('More'))
})

test('data is announced shortened, and shown in full', () => {
  const data = `0x${'0123456789abcdef'.repeat(4)}` as const
  const logs = [makeRow(0, { data })]
  render(<LogTable logs={logs} defaultView={{ columns: [{ id: 'event' }, { id: 'data' }] }} />)
  expect(cell(0, 'data').querySelector('.topic0-visually-hidden')).toHaveTextContent(/^0x0123…cdef$/)
  expect(cell(0, 'data').querySelector('[aria-hidden]')).toHaveTextContent(data)
})
