import { fireEvent, render, screen } from '@testing-library/react'
import { parseAbiItem } from 'viem'
import type { Address } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { FilterBuilder } from '../../src/components/FilterBuilder/FilterBuilder.tsx'
import type { LogQuery } from '../../src/logs/LogQuery.ts'

const token: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

const write = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const send = () => fireEvent.submit(screen.getByRole('form', { name: 'Filter' }))
const spy = () => vi.fn<(query: LogQuery) => void>()

describe('sending', () => {
  test('gives the query that was written', () => {
    const onSubmit = spy()
    render(<FilterBuilder onSubmit={onSubmit} defaultValue={{ events: [transfer] }} />)
    write('Contracts', token)
    write(/^to address/, token)
    write('From block', '1,000')
    send()
    expect(onSubmit).toHaveBeenCalledWith({
      address: token,
      events: [transfer],
      args: { to: token },
      fromBlock: 1_000n,
    })
  })

  test('what is wrong is not sent: every mistake is said at its field, and the first has focus', () => {
    const onSubmit = spy()
    render(<FilterBuilder onSubmit={onSubmit} />)
    write('Contracts', token.slice(0, -1))
    write('To block', 'soon')
    expect(screen.getByLabelText('Contracts')).toBeValid()
    send()
    expect(onSubmit).not.toHaveBeenCalled()
    expect(screen.getByLabelText('Contracts')).toHaveFocus()
    expect(screen.getByLabelText('Contracts')).toBeInvalid()
    expect(screen.getByLabelText('Contracts')).toHaveAccessibleDescription(
      '40 hex digits expected after 0x, 39 found.',
    )
    expect(screen.getByLabelText('To block')).toHaveAccessibleDescription(/A block number/)
    expect(screen.getByRole('alert')).toHaveTextContent('2 fields need another look.')
    write('Contracts', token)
    expect(screen.getByLabelText('Contracts')).toBeValid()
  })

  test('a mistake is said when one leaves its field, not before', () => {
    render(<FilterBuilder />)
    write('From block', '-1')
    expect(screen.getByLabelText('From block')).toBeValid()
    fireEvent.blur(screen.getByLabelText('From block'))
    expect(screen.getByLabelText('From block')).toHaveAccessibleDescription('A block number is 0 or more.')
  })

  test('nothing is sent while busy; the reading can be cancelled', () => {
    const onSubmit = spy()
    const onCancel = vi.fn<() => void>()
    render(<FilterBuilder busy onSubmit={onSubmit} onCancel={onCancel} />)
    send()
    expect(onSubmit).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onCancel).toHaveBeenCalledOnce()
  })

  test('mistakes that the caller sees stand at their fields until these change', () => {
    const issues = [
      { path: 'args.to', message: 'Nobody of that name.' },
      { path: 'quota', message: 'Too dear for today.' },
    ]
    render(<FilterBuilder defaultValue={{ events: [transfer] }} issues={issues} />)
    expect(screen.getByLabelText(/^to address/)).toHaveAccessibleDescription('Nobody of that name.')
    expect(screen.getByRole('alert')).toHaveTextContent('Too dear for today.')
    write(/^to address/, token)
    expect(screen.getByLabelText(/^to address/)).toBeValid()
  })
})

describe('choosing', () => {
  test('a contract and one of its events', () => {
    const onChange = spy()
    render(
      <FilterBuilder
        contracts={[{ address: token, label: 'USD Coin', abi: [transfer] }]}
        onChange={onChange}
      />,
    )
    write('Add a contract…', token)
    fireEvent.click(screen.getByLabelText('By event'))
    write('Choose an event…', 'event Transfer(address indexed from, address indexed to, uint256 value)')
    expect(onChange).toHaveBeenLastCalledWith({ address: token, events: [transfer] })
    expect(screen.getByLabelText(/^from address/)).toBeInTheDocument()
    expect(screen.queryByLabelText(/^value/)).toBeNull()
    expect(screen.getByText(/nodes cannot filter by it: value/)).toBeInTheDocument()
  })

  test('other events have other arguments: what was written for the old ones goes', () => {
    const onSubmit = spy()
    render(<FilterBuilder onSubmit={onSubmit} defaultValue={{ events: [transfer], args: { from: token } }} />)
    write('Event', 'event Moved(uint8 indexed by)')
    send()
    expect(onSubmit.mock.lastCall?.[0].args).toBeUndefined()
  })

  test('raw topics by position', () => {
    const onChange = spy()
    render(<FilterBuilder onChange={onChange} />)
    fireEvent.click(screen.getByLabelText('Raw topics'))
    write('Topic 1', 'any')
    expect(onChange).toHaveBeenLastCalledWith({ topics: [null, null] })
    write('Topic 0', 'values')
    write('Values of topic 0', `0x${'1'.repeat(64)}`)
    expect(onChange).toHaveBeenLastCalledWith({ topics: [`0x${'1'.repeat(64)}`, null] })
  })

  test('the last blocks before the head', () => {
    const onChange = spy()
    render(<FilterBuilder head={5_000n} onChange={onChange} />)
    fireEvent.click(screen.getByRole('button', { name: 'Last 1,000' }))
    expect(onChange).toHaveBeenLastCalledWith({ fromBlock: 4_001n })
    expect(screen.queryByRole('button', { name: 'Last 10,000' })).toBeNull()
    write('To block', '5001')
    expect(screen.getByLabelText('To block')).toHaveAccessibleDescription(
      'This is beyond the head, block 5,000.',
    )
  })
})

describe('a query from outside', () => {
  test('replaces what is written, and our own coming back does not', () => {
    const { rerender } = render(<FilterBuilder value={{ fromBlock: 1n }} />)
    write('From block', '1_0')
    rerender(<FilterBuilder value={{ fromBlock: 10n }} />)
    expect(screen.getByLabelText('From block')).toHaveValue('1_0')
    rerender(<FilterBuilder value={{ fromBlock: 7n, toBlock: 'safe' }} />)
    expect(screen.getByLabelText('From block')).toHaveValue('7')
    expect(screen.getByLabelText('To block')).toHaveValue('safe')
  })

  test('keeps what the form does not show', () => {
    const onSubmit = spy()
    render(<FilterBuilder defaultValue={{ order: 'desc', limit: 50 }} onSubmit={onSubmit} />)
    send()
    expect(onSubmit).toHaveBeenCalledWith({ order: 'desc', limit: 50 })
  })
})
