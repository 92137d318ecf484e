import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { parseAbiItem, type Address } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { FilterBuilder } from '../../../src/components/FilterBuilder/FilterBuilder.tsx'
import type { SavedQuery } from '../../../src/components/FilterBuilder/SavedQuery.ts'
import { shortHex } from '../../../src/components/values/shortHex.ts'
import { parseShareLink } from '../../../src/logs/filter/formats/parseShareLink.ts'
import { toShareLink } from '../../../src/logs/filter/formats/toShareLink.ts'
import type { LogQuery } from '../../../src/logs/filter/LogQuery.ts'
import { token, transfer, write } from './form.ts'

const send = () => fireEvent.submit(screen.getByRole('form', { name: 'Filter' }))
const spy = () => vi.fn<(query: LogQuery) => void>()

describe('sending', () => {
  test('passes on the query entered', () => {
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

  test('invalid input is not sent: each error is shown at its field, and the first one gets focus', () => {
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
      'Expected 40 hex digits after 0x, found 39.',
    )
    expect(screen.getByLabelText('To block')).toHaveAccessibleDescription(/Enter a block number/)
    expect(screen.getByRole('alert')).toHaveTextContent('2 fields have errors.')
    write('Contracts', token)
    expect(screen.getByLabelText('Contracts')).toBeValid()
  })

  test('an error is shown when its field loses focus, not before', () => {
    render(<FilterBuilder />)
    write('From block', '-1')
    expect(screen.getByLabelText('From block')).toBeValid()
    fireEvent.blur(screen.getByLabelText('From block'))
    expect(screen.getByLabelText('From block')).toHaveAccessibleDescription(
      'A block number cannot be negative.',
    )
  })

  test('nothing is sent while busy; the scan can be cancelled', () => {
    const onSubmit = spy()
    const onCancel = vi.fn<() => void>()
    render(<FilterBuilder busy onSubmit={onSubmit} onCancel={onCancel} />)
    send()
    expect(onSubmit).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onCancel).toHaveBeenCalledOnce()
  })

  test('a paused read is not said to be running', () => {
    const { rerender } = render(<FilterBuilder busy paused onSubmit={spy()} onCancel={() => {}} />)
    expect(screen.getByRole('button', { name: 'Paused' })).toHaveAttribute('aria-disabled', 'true')
    write('From block', '7')
    expect(screen.getByRole('button', { name: 'Read logs' })).toBeEnabled()
    rerender(<FilterBuilder busy onSubmit={spy()} onCancel={() => {}} />)
    expect(screen.queryByRole('button', { name: 'Paused' })).toBeNull()
  })

  test('while busy, an edited form can be submitted; the button to cancel stays', () => {
    const onSubmit = spy()
    render(<FilterBuilder busy defaultValue={{ fromBlock: 1n }} onSubmit={onSubmit} onCancel={() => {}} />)
    write('From block', '7')
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible()
    send()
    expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ fromBlock: 7n })
    expect(screen.getByRole('button', { name: 'Reading…' })).toHaveAttribute('aria-disabled', 'true')
  })

  test('during a press, the form stays as it is, so that the button does not move from under the pointer', async () => {
    render(<FilterBuilder onSubmit={spy()} />)
    const field = screen.getByLabelText('From block')
    const button = screen.getByRole('button', { name: 'Read logs' })
    const press = () => {
      write('From block', '-1')
      fireEvent.mouseDown(button)
      fireEvent.blur(field)
      expect(field).toBeValid()
    }
    press()
    fireEvent.mouseUp(button)
    fireEvent.click(button)
    expect(field).toBeInvalid()
    expect(field).toHaveFocus()

    write('From block', '1')
    press()
    // A press that opened a list ends with a choice.
    fireEvent.input(screen.getByLabelText('To block'), { target: { value: '9' } })
    expect(screen.getByLabelText('To block')).toHaveValue('9')
    await waitFor(() => expect(field).toBeInvalid())
  })

  test('a press that is released elsewhere only puts off the error', () => {
    render(<FilterBuilder onSubmit={spy()} />)
    const field = screen.getByLabelText('From block')
    write('From block', '-1')
    fireEvent.mouseDown(screen.getByRole('button', { name: 'Read logs' }))
    fireEvent.blur(field)
    fireEvent.mouseUp(document.body)
    expect(field).toBeInvalid()
  })

  test('errors from the caller stay at their fields until these change', () => {
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
    fireEvent.click(screen.getByRole('button', { name: 'Add a contract…' }))
    fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'USD Coin', hidden: true }))
    expect(screen.getByRole('menuitemcheckbox', { name: 'USD Coin', hidden: true })).toBeChecked()
    fireEvent.click(screen.getByLabelText('By event'))
    write('Event', 'trans')
    fireEvent.click(screen.getByRole('option', { name: /^Transfer\(from, to, value\)\s*USD Coin$/ }))
    expect(onChange).toHaveBeenLastCalledWith({ address: token, events: [transfer] })
    expect(screen.getByLabelText(/^from address/)).toBeInTheDocument()
    expect(screen.getByText(/Nodes cannot filter by these/)).toBeInTheDocument()
    write(/^value uint256/, '1.5')
    write('Unit of value', '18')
    expect(onChange).toHaveBeenLastCalledWith({
      address: token,
      events: [transfer],
      where: [{ arg: 2, is: 'atLeast', values: [1_500_000_000_000_000_000n] }],
    })
  })

  test('a contract without a name shows its address once', () => {
    const label = shortHex(token)
    render(<FilterBuilder contracts={[{ address: token, label }]} defaultValue={{ address: token }} />)
    const chip = screen.getByRole('button', { name: `Remove ${label}` }).closest('li')!
    expect(chip).toHaveTextContent(/0xA0b8…eB48/)
    expect(chip.querySelector('.topic0-muted')).toBeNull()
  })

  test('changing the event clears the arguments of the old one', () => {
    const onSubmit = spy()
    render(<FilterBuilder onSubmit={onSubmit} defaultValue={{ events: [transfer], args: { from: token } }} />)
    fireEvent.click(screen.getByRole('button', { name: 'Remove Transfer' }))
    write('Event', 'event Moved(address indexed by)')
    fireEvent.blur(screen.getByLabelText('Event'))
    send()
    expect(onSubmit.mock.lastCall?.[0].events?.[0]?.name).toBe('Moved')
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
    const shortcut = screen.getByRole('button', { name: 'Last 1,000' })
    shortcut.focus()
    fireEvent.click(shortcut)
    expect(onChange).toHaveBeenLastCalledWith({ fromBlock: 'latest-999' })
    expect(shortcut).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Last 10,000' })).toBeNull()
    fireEvent.click(screen.getByLabelText('Blocks'))
    write('To block', '5001')
    expect(screen.getByLabelText('To block')).toHaveAccessibleDescription(
      'This is after the latest block, 5,000.',
    )
  })
})

describe('a query from outside', () => {
  test('replaces the input; our own query passed back does not', () => {
    const { rerender } = render(<FilterBuilder value={{ fromBlock: 1n }} />)
    write('From block', '1_0')
    rerender(<FilterBuilder value={{ fromBlock: 10n }} />)
    expect(screen.getByLabelText('From block')).toHaveValue('1_0')
    rerender(<FilterBuilder value={{ fromBlock: 7n, toBlock: 'safe' }} />)
    expect(screen.getByLabelText('From block')).toHaveValue('7')
    expect(screen.getByLabelText('To block')).toHaveValue('safe')
  })

  test('that differs only in blocks changes only these, can be undone, and keeps other input', () => {
    const { rerender } = render(<FilterBuilder value={{ address: token, fromBlock: 1n }} />)
    write('Contracts', '0x12')
    rerender(<FilterBuilder value={{ address: token, fromBlock: 7n, toBlock: 9n, order: 'desc' }} />)
    expect(screen.getByLabelText('Contracts')).toHaveValue('0x12')
    expect(screen.getByLabelText('From block')).toHaveValue('7')
    expect(screen.getByLabelText('To block')).toHaveValue('9')
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(screen.getByLabelText('From block')).toHaveValue('1')
    expect(screen.getByLabelText('Contracts')).toHaveValue('0x12')
  })

  test('leaves a block field alone while it is being edited', () => {
    const { rerender } = render(<FilterBuilder value={{ fromBlock: 1n }} />)
    write('To block', '9')
    rerender(<FilterBuilder value={{ fromBlock: 3n, toBlock: 4n }} />)
    expect(screen.getByLabelText('From block')).toHaveValue('1')
    expect(screen.getByLabelText('To block')).toHaveValue('9')
    // Once sent, they are no longer local edits.
    send()
    rerender(<FilterBuilder value={{ fromBlock: 1n, toBlock: 9n }} />)
    rerender(<FilterBuilder value={{ fromBlock: 5n, toBlock: 6n }} />)
    expect(screen.getByLabelText('From block')).toHaveValue('5')
  })

  test('with another filter can be undone', () => {
    const { rerender } = render(<FilterBuilder value={{ fromBlock: 1n }} />)
    write('Contracts', '0x12')
    rerender(<FilterBuilder value={{ address: token, fromBlock: 1n }} />)
    expect(screen.getByLabelText('Contracts')).toHaveValue(token)
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(screen.getByLabelText('Contracts')).toHaveValue('0x12')
  })

  test('that is equal but a new object changes nothing', () => {
    const { rerender } = render(<FilterBuilder value={{ fromBlock: 1n }} />)
    write('From block', '2')
    rerender(<FilterBuilder value={{ fromBlock: 1n }} />)
    expect(screen.getByLabelText('From block')).toHaveValue('2')
  })

  test('that arrives late adds no undo step, and keeps earlier input', () => {
    const early = render(<FilterBuilder />)
    early.rerender(<FilterBuilder value={{ fromBlock: 1n }} />)
    expect(screen.getByLabelText('From block')).toHaveValue('1')
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
    early.unmount()
    const late = render(<FilterBuilder />)
    write('Contracts', '0x12')
    late.rerender(<FilterBuilder value={{ fromBlock: 1n }} />)
    expect(screen.getByLabelText('Contracts')).toHaveValue('0x12')
    expect(screen.getByLabelText('From block')).toHaveValue('1')
  })

  test('keeps fields that the form does not show', () => {
    const onSubmit = spy()
    render(<FilterBuilder defaultValue={{ order: 'desc', limit: 50 }} onSubmit={onSubmit} />)
    send()
    expect(onSubmit).toHaveBeenCalledWith({ order: 'desc', limit: 50 })
  })
})

describe('looking for an event', () => {
  const paused = parseAbiItem('event Paused(address account)')
  const setUp = () => {
    const onChange = spy()
    render(<FilterBuilder knownEvents={[paused, transfer]} onChange={onChange} />)
    fireEvent.click(screen.getByLabelText('By event'))
    return { field: screen.getByRole('combobox', { name: 'Event' }), onChange }
  }

  test('works with arrow keys and Enter; Escape closes', () => {
    const { field, onChange } = setUp()
    expect(field).toHaveAttribute('aria-expanded', 'false')
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(field).toHaveAttribute('aria-expanded', 'true')
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    const second = screen.getAllByRole('option')[1]!
    expect(second).toHaveAttribute('aria-selected', 'true')
    expect(field).toHaveAttribute('aria-activedescendant', second.id)
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(screen.queryAllByRole('option')).toEqual([])
    fireEvent.keyDown(field, { key: 'ArrowUp' })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onChange).toHaveBeenLastCalledWith({ events: [transfer] })
    expect(field).toHaveValue('')
  })

  test('works by first topic and by pasted text', () => {
    const { field, onChange } = setUp()
    const paste = (text: string) => fireEvent.paste(field, { clipboardData: { getData: () => text } })
    paste('0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef')
    expect(onChange).toHaveBeenLastCalledWith({ events: [transfer] })
    paste(JSON.stringify({ contractName: 'Gate', abi: [paused], bytecode: '0x' }))
    expect(onChange).toHaveBeenLastCalledWith({ events: [transfer, paused] })
    expect(screen.getByText('Any of these 2 events:')).toBeInTheDocument()
    fireEvent.click(screen.getByLabelText(/^Transfer/))
    expect(onChange).toHaveBeenLastCalledWith({ events: [paused] })
  })

  test('pasted text replaces everything, and a comment in it does not hide the rest', () => {
    const { field, onChange } = setUp()
    const paste = (text: string) => fireEvent.paste(field, { clipboardData: { getData: () => text } })
    paste('contract Gate { // by hand\n  event Odd(Elsewhere key);\n}')
    expect(field).toHaveValue('contract Gate { event Odd(Elsewhere key); }')
    fireEvent.blur(field)
    expect(field).toHaveAccessibleDescription(/Odd: some argument types/)
    ;(field as HTMLInputElement).select()
    paste(JSON.stringify([paused]))
    expect(field).toHaveValue('')
    expect(onChange).toHaveBeenLastCalledWith({ events: [paused] })
  })

  test('naming a selected event again keeps its arguments', () => {
    const onChange = spy()
    const query = { events: [transfer], args: { from: token } }
    render(<FilterBuilder knownEvents={[transfer]} defaultValue={query} onChange={onChange} />)
    const field = screen.getByRole('combobox', { name: 'Event' })
    fireEvent.change(field, { target: { value: 'Transfer' } })
    expect(onChange).toHaveBeenLastCalledWith(query)
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(field).toHaveValue('')
    expect(screen.getByLabelText(/^from address/)).toHaveValue(token)
    expect(onChange).toHaveBeenLastCalledWith(query)
  })

  test('unrecognized text stays in the field, and is explained', () => {
    const { field } = setUp()
    fireEvent.change(field, { target: { value: 'Transfr(' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(field).toHaveValue('Transfr(')
    expect(field).toHaveAccessibleDescription(/not an event signature/)
  })
})

describe('history', () => {
  test('Ctrl+Z undoes word by word, Ctrl+Shift+Z redoes', () => {
    render(<FilterBuilder />)
    const field = screen.getByLabelText('From block')
    for (const text of ['1', '12', '123']) write('From block', text)
    write('To block', '500')
    fireEvent.keyDown(field, { key: 'z', ctrlKey: true })
    expect(screen.getByLabelText('To block')).toHaveValue('')
    expect(field).toHaveValue('123')
    fireEvent.keyDown(field, { key: 'z', ctrlKey: true })
    expect(field).toHaveValue('')
    fireEvent.keyDown(field, { key: 'Z', ctrlKey: true, shiftKey: true })
    expect(field).toHaveValue('123')
    fireEvent.click(screen.getByRole('button', { name: 'Redo' }))
    expect(screen.getByLabelText('To block')).toHaveValue('500')
  })

  test('reset can be undone', () => {
    render(<FilterBuilder />)
    write('From block', '7')
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
    expect(screen.getByLabelText('From block')).toHaveValue('')
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(screen.getByLabelText('From block')).toHaveValue('7')
  })
})

describe('dates', () => {
  const setUp = (findBlock: (time: bigint) => Promise<bigint | undefined>) => {
    const onSubmit = spy()
    render(<FilterBuilder findBlock={findBlock} onSubmit={onSubmit} />)
    fireEvent.click(screen.getByLabelText('Dates'))
    // Where the local time zone is UTC, it is shown without a choice.
    const utc = screen.queryByLabelText('UTC')
    if (utc) fireEvent.click(utc)
    return onSubmit
  }

  test('become blocks when the form is sent', async () => {
    const asked: bigint[] = []
    const onSubmit = setUp((time) => {
      asked.push(time)
      return Promise.resolve(time / 10n)
    })
    write('From', '1970-01-01T01:00')
    write('To', '1970-01-01T02:00')
    send()
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ fromBlock: 360n, toBlock: 719n }))
    expect(asked).toEqual([3_600n, 7_201n])
    expect(screen.getByText('Block 360')).toBeInTheDocument()
    send()
    expect(asked).toHaveLength(2)
  })

  test('that cannot be looked up are explained, and retried', async () => {
    let fails = true
    const onSubmit = setUp(() => (fails ? Promise.reject(new Error('Gone.')) : Promise.resolve(5n)))
    write('From', '2020-01-01T00:00')
    fireEvent.blur(screen.getByLabelText('From'))
    expect(await screen.findByText('Gone.')).toBeInTheDocument()
    fails = false
    fireEvent.blur(screen.getByLabelText('From'))
    expect(await screen.findByText('Block 5')).toBeInTheDocument()
    send()
    expect(onSubmit).toHaveBeenCalledWith({ fromBlock: 5n })
  })

  test('nothing is looked up after unmount', async () => {
    let signal: AbortSignal | undefined
    const { unmount } = render(
      <FilterBuilder
        findBlock={(_time, options) => {
          signal = options.signal
          return new Promise(() => {})
        }}
      />,
    )
    fireEvent.click(screen.getByLabelText('Dates'))
    write('From', '2020-01-01T00:00')
    send()
    expect(signal?.aborted).toBe(false)
    unmount()
    expect(signal?.aborted).toBe(true)
  })
})

describe('shortcuts', () => {
  test('since the first deployment of the contracts, or why that is unknown', async () => {
    const onChange = spy()
    const find = vi
      .fn<(address: Address) => Promise<bigint>>()
      .mockRejectedValueOnce(new Error('No archive.'))
      .mockResolvedValue(77n)
    render(<FilterBuilder findDeployment={find} defaultValue={{ address: token }} onChange={onChange} />)
    fireEvent.click(screen.getByRole('button', { name: 'Since deployment' }))
    expect(await screen.findByText('No archive.')).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: 'Since deployment' }))
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ address: token, fromBlock: 77n }))
  })

  test('the newest blocks, whichever these are', () => {
    const onSubmit = spy()
    const { rerender } = render(<FilterBuilder onSubmit={onSubmit} />)
    fireEvent.click(screen.getByLabelText('Latest'))
    for (const unreadable of ['0', `1${'0'.repeat(17)}`, '9'.repeat(30)]) {
      write('Last', unreadable)
      send()
      expect(screen.getByLabelText('Last')).toHaveAccessibleDescription('Enter a number, 1 or more.')
    }
    expect(onSubmit).not.toHaveBeenCalled()
    write('Last', '100')
    send()
    expect(onSubmit).toHaveBeenCalledWith({ fromBlock: 'latest-99' })
    // The form shows the query as it was written.
    rerender(<FilterBuilder onSubmit={onSubmit} value={{ fromBlock: 'latest-499' }} />)
    expect(screen.getByLabelText('Last')).toHaveValue('500')
  })

  test('by age, as a number of blocks that moves on', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000_000 })
    const onSubmit = spy()
    const findBlock = vi.fn((time: bigint) => Promise.resolve(time === 999_913_600n ? 4_001n : 4_990n))
    const { rerender } = render(<FilterBuilder {...{ head: 5_000n, onSubmit, findBlock }} />)
    fireEvent.click(screen.getByLabelText('Latest'))
    write('Unit', 'hours')
    write('Last', '24')
    fireEvent.blur(screen.getByLabelText('Last'))
    await vi.waitFor(() =>
      expect(screen.getByLabelText('Last')).toHaveAccessibleDescription('= last 1,000 blocks'),
    )
    // Sent later, it counts back from then.
    vi.setSystemTime(1_000_086_000_000)
    send()
    await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ fromBlock: 'latest-10' }))
    rerender(<FilterBuilder {...{ head: 5_000n, onSubmit, findBlock }} value={{ fromBlock: 'latest-10' }} />)
    expect(screen.getByLabelText('Last')).toHaveValue('24')
  })

  test('the newest block alone, also after a link', () => {
    const onSubmit = spy()
    const { rerender } = render(<FilterBuilder onSubmit={onSubmit} />)
    fireEvent.click(screen.getByLabelText('Latest'))
    write('Last', '1')
    send()
    const [query] = onSubmit.mock.lastCall!
    const value = parseShareLink(toShareLink(query))
    expect(value).toEqual({ fromBlock: 'latest' })
    rerender(<FilterBuilder onSubmit={onSubmit} value={value} />)
    expect(screen.getByLabelText('Last')).toHaveValue('1')
  })
})

describe('Enter', () => {
  const press = (field: HTMLElement, modifiers: KeyboardEventInit = {}) =>
    fireEvent.keyDown(field, { key: 'Enter', ...modifiers })

  test('submits in fields of several lines, where Shift+Enter breaks the line', () => {
    const onSubmit = spy()
    render(<FilterBuilder onSubmit={onSubmit} />)
    write('Contracts', token)
    expect(press(screen.getByLabelText('Contracts'), { shiftKey: true })).toBe(true)
    expect(press(screen.getByLabelText('Contracts'), { isComposing: true })).toBe(true)
    expect(onSubmit).not.toHaveBeenCalled()
    expect(press(screen.getByLabelText('Contracts'))).toBe(false)
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ address: token })
  })

  test.each([{ ctrlKey: true }, { metaKey: true }])('submits anywhere with %o', (modifier) => {
    const onSubmit = spy()
    render(<FilterBuilder onSubmit={onSubmit} knownEvents={[transfer]} />)
    press(screen.getByLabelText('Contracts'), modifier)
    expect(onSubmit).toHaveBeenCalledTimes(1)
    fireEvent.click(screen.getByLabelText('By event'))
    write('Event', 'Transfer')
    press(screen.getByLabelText('Event'), modifier)
    expect(onSubmit).toHaveBeenCalledTimes(2)
    press(screen.getByLabelText('Raw topics'), modifier)
    expect(onSubmit).toHaveBeenCalledTimes(3)
  })
})

test('the form reports when it differs from the query that was submitted', () => {
  const onDirtyChange = vi.fn<(isDirty: boolean) => void>()
  render(<FilterBuilder defaultValue={{ fromBlock: 5n }} onDirtyChange={onDirtyChange} />)
  write('From block', '6x')
  write('From block', '6')
  expect(onDirtyChange.mock.calls).toEqual([[true]])
  send()
  expect(onDirtyChange.mock.calls).toEqual([[true], [false]])
})

test('the estimate is for the current input, for the last valid one while typing, for none next to an error', () => {
  const renderEstimate = (query: LogQuery | undefined) => <output>{`from ${query?.fromBlock}`}</output>
  const { rerender } = render(<FilterBuilder value={{ fromBlock: 1n }} renderEstimate={renderEstimate} />)
  expect(screen.getByText('from 1')).toBeInTheDocument()
  write('From block', '23')
  expect(screen.getByText('from 23')).toBeInTheDocument()
  write('From block', '23x')
  expect(screen.getByText('from 23')).toBeInTheDocument()
  send()
  expect(screen.getByText('from undefined')).toBeInTheDocument()
  rerender(<FilterBuilder value={{ address: token, fromBlock: 4n }} renderEstimate={renderEstimate} />)
  expect(screen.getByText('from 4')).toBeInTheDocument()
})

test('the estimate is for no query until the blocks of its times are known', async () => {
  const renderEstimate = (query: LogQuery | undefined) => <output>{`from ${query?.fromBlock}`}</output>
  const findBlock = () => Promise.resolve(7n)
  render(<FilterBuilder defaultValue={{ fromBlock: 5n }} {...{ findBlock, renderEstimate }} />)
  fireEvent.click(screen.getByLabelText('Dates'))
  const from = screen.getByLabelText('From')
  fireEvent.change(from, { target: { value: '2026-01-01T00:00' } })
  expect(screen.getByText('from undefined')).toBeInTheDocument()
  fireEvent.blur(from)
  expect(await screen.findByText('from 7')).toBeInTheDocument()
})

test.each(['Dates', 'Latest'])('blocks are looked up once a press has ended: %s', async (range) => {
  const findBlock = vi.fn(() => Promise.resolve(7n))
  render(<FilterBuilder head={5_000n} findBlock={findBlock} />)
  fireEvent.click(screen.getByLabelText(range))
  const isDates = range === 'Dates'
  if (!isDates) fireEvent.change(screen.getByLabelText('Unit'), { target: { value: 'hours' } })
  const field = screen.getByLabelText(isDates ? 'From' : 'Last')
  fireEvent.change(field, { target: { value: isDates ? '2026-01-01T00:00' : '3' } })
  const button = screen.getByRole('button', { name: 'Read logs' })
  fireEvent.mouseDown(button)
  fireEvent.blur(field)
  expect(findBlock).not.toHaveBeenCalled()
  fireEvent.mouseUp(button)
  await waitFor(() => expect(findBlock).toHaveBeenCalled())
})

test('the caller saves, opens and deletes queries', () => {
  const onSave = vi.fn<(saved: { name: string; query: LogQuery }) => void>()
  const onForget = vi.fn<(saved: { name: string; query: LogQuery }) => void>()
  const one = { name: 'Mine', query: { fromBlock: 9n } }
  const onSubmit = spy()
  const recent = [{ address: token }]
  render(<FilterBuilder saved={[one]} {...{ recent, onSave, onForget, onSubmit }} />)
  fireEvent.click(screen.getByRole('button', { name: 'Saved queries' }))
  fireEvent.click(screen.getByRole('button', { name: /^Mine/ }))
  expect(screen.getByLabelText('From block')).toHaveValue('9')
  expect(onSubmit).toHaveBeenCalledWith(one.query)
  expect(screen.getByRole('button', { name: 'Saved queries' })).toHaveFocus()
  fireEvent.click(screen.getByRole('button', { name: 'Saved queries' }))
  write('Name of this query', ' Yours ')
  const field = screen.getByLabelText('Name of this query')
  expect(fireEvent.keyDown(field, { key: 'Enter', isComposing: true })).toBe(true)
  expect(onSave).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(onSave).toHaveBeenCalledWith({ name: 'Yours', query: { fromBlock: 9n } })
  fireEvent.click(screen.getByRole('button', { name: 'Delete Mine' }))
  expect(onForget).toHaveBeenCalledWith(one)
})

describe('saved queries', () => {
  /** A caller that stores each change. */
  function Keeping({ names }: { names: readonly string[] }) {
    const [saved, setSaved] = useState<readonly SavedQuery[]>(() =>
      names.map((name, at) => ({ name, query: { fromBlock: BigInt(at) } })),
    )
    return (
      <FilterBuilder
        saved={saved}
        onSave={(one) => setSaved([...saved, one])}
        onRename={({ name }, to) =>
          setSaved(saved.map((one) => (one.name === name ? { ...one, name: to } : one)))
        }
        onForget={({ name }) => setSaved(saved.filter((one) => one.name !== name))}
      />
    )
  }
  const open = (...names: string[]) => {
    render(<Keeping names={names} />)
    fireEvent.click(screen.getByRole('button', { name: 'Saved queries' }))
  }
  const named = () =>
    within(screen.getByRole('list', { name: 'Saved queries' }))
      .getAllByRole('listitem')
      .map((one) => one.querySelector('.topic0-saved-query')?.firstChild?.textContent)

  test('are renamed in place, by keyboard alone', () => {
    open('One', 'Two')
    fireEvent.click(screen.getByRole('button', { name: 'Rename One' }))
    const field = screen.getByLabelText('New name for One')
    expect(field).toHaveFocus()
    expect(field).toHaveValue('One')
    write('New name for One', ' Three ')
    // Both belong to the composition.
    for (const key of ['Enter', 'Escape'])
      expect(fireEvent.keyDown(field, { key, isComposing: true })).toBe(true)
    expect(field).toBeInTheDocument()
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(named()).toEqual(['Three', 'Two'])
    expect(screen.getByRole('button', { name: /^Three/ })).toHaveFocus()
  })

  test('keep their names when the new one is taken or the edit is cancelled', () => {
    open('One', 'Two')
    fireEvent.click(screen.getByRole('button', { name: 'Rename One' }))
    write('New name for One', 'Two')
    const field = screen.getByLabelText('New name for One')
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(field).toHaveAccessibleDescription('Another query has this name.')
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(named()).toEqual(['One', 'Two'])
    expect(screen.getByRole('button', { name: 'Rename One' })).toHaveFocus()
  })

  test('are deleted, and focus moves to the next one', () => {
    open('One', 'Two', 'Three')
    fireEvent.click(screen.getByRole('button', { name: 'Delete Two' }))
    expect(screen.getByRole('button', { name: /^Three/ })).toHaveFocus()
    fireEvent.click(screen.getByRole('button', { name: 'Delete Three' }))
    expect(screen.getByRole('button', { name: /^One/ })).toHaveFocus()
    fireEvent.click(screen.getByRole('button', { name: 'Delete One' }))
    expect(screen.getByText(/No saved queries yet/)).toBeInTheDocument()
    expect(screen.getByLabelText('Name of this query')).toHaveFocus()
  })
})
