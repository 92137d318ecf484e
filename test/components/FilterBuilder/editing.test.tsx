import { fireEvent, render, screen, within } from '@testing-library/react'
import { parseAbiItem } from 'viem'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { FilterBuilder } from '../../../src/components/FilterBuilder/FilterBuilder.tsx'
import type { LogSearch } from '../../../src/logs/filter/LogSearch.ts'
import { approval, contracts, other, press, token, transfer, write } from './form.ts'

test('a new block does not scroll the list of events back to the active one', () => {
  const scrollIntoView = vi.fn<() => void>()
  // jsdom has none.
  Object.defineProperty(Element.prototype, 'scrollIntoView', { value: scrollIntoView, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'))
  const { rerender } = render(<FilterBuilder contracts={contracts} head={7n} />)
  fireEvent.click(screen.getByLabelText('By event'))
  write('Event', 'r')
  expect(scrollIntoView).toHaveBeenCalledOnce()
  rerender(<FilterBuilder contracts={contracts} head={8n} />)
  expect(scrollIntoView).toHaveBeenCalledOnce()
  fireEvent.keyDown(screen.getByLabelText('Event'), { key: 'ArrowDown' })
  expect(scrollIntoView).toHaveBeenCalledTimes(2)
})

test('the unit of a number stays in sight when its token is not selected any more', () => {
  const paid = parseAbiItem('event Paid(uint256 amount)')
  const coin = { address: token, label: 'Coin', decimals: 6 }
  render(<FilterBuilder contracts={[coin]} defaultValue={{ address: token, events: [paid] }} />)
  fireEvent.change(screen.getByLabelText('Unit of amount'), { target: { value: '6' } })
  write('amount uint256', '1.5')
  press('Remove Coin')
  expect(screen.getByLabelText('Unit of amount')).toHaveDisplayValue('6 decimals')
  expect(screen.getByLabelText('amount uint256')).toHaveAccessibleDescription('= 1,500,000')
})

test('the last event can be chosen again after it was left out', () => {
  const onChange = vi.fn<(query: LogSearch) => void>()
  render(<FilterBuilder defaultValue={{ events: [transfer, approval] }} onChange={onChange} />)
  fireEvent.click(screen.getByRole('checkbox', { name: /^Transfer/ }))
  press('Remove Approval')
  fireEvent.click(screen.getByRole('checkbox', { name: /^Transfer/ }))
  expect(onChange).toHaveBeenLastCalledWith({ events: [transfer] })
})

describe('focus stays near a removed item', () => {
  test('a contract: to the next one, the last one, or the field', () => {
    render(<FilterBuilder contracts={contracts} defaultValue={{ address: [other, token] }} />)
    press('Remove Pool')
    expect(screen.getByRole('button', { name: 'Remove Token' })).toHaveFocus()
    press('Remove Token')
    expect(screen.getByLabelText('Contracts')).toHaveFocus()
  })

  test('an event', () => {
    render(<FilterBuilder defaultValue={{ events: [transfer, approval] }} />)
    press('Remove Approval')
    expect(screen.getByRole('button', { name: 'Remove Transfer' })).toHaveFocus()
    press('Remove Transfer')
    expect(screen.getByLabelText('Event')).toHaveFocus()
  })
})

describe('suggested contracts', () => {
  test('are added and removed in a menu, whose arrow keys change nothing', () => {
    const onChange = vi.fn<(query: LogSearch) => void>()
    render(<FilterBuilder contracts={contracts} onChange={onChange} />)
    press('Add a contract…')
    const item = (name: string) => screen.getByRole('menuitemcheckbox', { name, hidden: true })
    fireEvent.keyDown(item('Pool'), { key: 'ArrowDown' })
    expect(item('Token')).toHaveFocus()
    expect(onChange).not.toHaveBeenCalled()
    fireEvent.click(item('Token'))
    expect(onChange).toHaveBeenLastCalledWith({ address: token })
    fireEvent.click(item('Pool'))
    expect(onChange).toHaveBeenLastCalledWith({ address: [token, other] })
    fireEvent.click(item('Token'))
    expect(onChange).toHaveBeenLastCalledWith({ address: other })
  })

  test('list their events first, under their name', () => {
    render(<FilterBuilder contracts={contracts} defaultValue={{ address: token }} />)
    fireEvent.click(screen.getByLabelText('By event'))
    fireEvent.keyDown(screen.getByLabelText('Event'), { key: 'ArrowDown' })
    expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual([
      expect.stringMatching(/^Approval.*Token$/),
      expect.stringMatching(/^Transfer.*Token$/),
    ])
  })
})

describe('errors', () => {
  test('are not shown while valid input is continued, and disappear as soon as they are fixed', () => {
    render(<FilterBuilder />)
    const field = screen.getByLabelText('From block')
    write('From block', '7')
    fireEvent.blur(field)
    write('From block', '7x')
    expect(field).toBeValid()
    fireEvent.blur(field)
    expect(field).toBeInvalid()
    write('From block', '78')
    expect(field).toBeValid()
  })

  test('explain a date with a missing part: it does not mean "from the first block"', () => {
    const onSubmit = vi.fn<(query: LogSearch) => void>()
    render(<FilterBuilder findBlock={() => Promise.resolve(1n)} onSubmit={onSubmit} />)
    fireEvent.click(screen.getByLabelText('Dates'))
    const field = screen.getByLabelText('From')
    // Like browsers while a part is missing; jsdom has no parts.
    Object.defineProperty(field, 'validity', { configurable: true, value: { badInput: true } })
    fireEvent.keyUp(field, { key: '1' })
    fireEvent.submit(screen.getByRole('form', { name: 'Filter' }))
    expect(onSubmit).not.toHaveBeenCalled()
    expect(field).toHaveAccessibleDescription('Enter a date and a time.')
    Object.defineProperty(field, 'validity', { configurable: true, value: { badInput: false } })
    fireEvent.keyUp(field, { key: 'Backspace' })
    fireEvent.submit(screen.getByRole('form', { name: 'Filter' }))
    expect(onSubmit).toHaveBeenCalledWith({})
  })
})

test('Reset restores the given query', () => {
  const onChange = vi.fn<(query: LogSearch) => void>()
  render(
    <FilterBuilder defaultValue={{ fromBlock: 5n }} resetValue={{ fromBlock: 9n }} onChange={onChange} />,
  )
  press('Reset')
  expect(screen.getByLabelText('From block')).toHaveValue('9')
  expect(onChange).toHaveBeenLastCalledWith({ fromBlock: 9n })
})

test('a reset form differs from the submitted query, until that is undone', () => {
  const onDirtyChange = vi.fn<(isDirty: boolean) => void>()
  render(
    <FilterBuilder defaultValue={{ fromBlock: 5n }} resetValue={{ fromBlock: 9n }} {...{ onDirtyChange }} />,
  )
  press('Reset')
  expect(onDirtyChange.mock.calls).toEqual([[true]])
  press('Undo')
  expect(onDirtyChange.mock.calls).toEqual([[true], [false]])
  press('Redo')
  fireEvent.submit(screen.getByRole('form', { name: 'Filter' }))
  expect(onDirtyChange.mock.calls).toEqual([[true], [false], [true], [false]])
})

test('saved queries for one event differ by their arguments', () => {
  const recent: LogSearch[] = [
    { events: [transfer], args: { to: token } },
    { events: [transfer], where: [{ arg: 2, is: 'atLeast', values: [1n] }] },
  ]
  render(<FilterBuilder recent={recent} />)
  press('Saved queries')
  const texts = within(screen.getByRole('list', { name: 'Recent queries' })).getAllByRole('button')
  expect(texts.map((one) => one.textContent)).toEqual([
    'Transfer (to) · earliest – latest',
    'Transfer (value) · earliest – latest',
  ])
})

test('no group is nested in another of the same name', () => {
  render(<FilterBuilder />)
  for (const group of screen.getAllByRole('group'))
    expect(
      within(group).queryByRole('group', { name: group.querySelector('legend')?.textContent }),
    ).toBeNull()
})

test('each chosen event shows its first topic in full; an anonymous one is marked', () => {
  const anonymous = { ...transfer, anonymous: true, name: 'Whisper' }
  render(<FilterBuilder defaultValue={{ events: [transfer, approval, anonymous] }} />)
  const taken = within(screen.getByRole('list', { name: 'Selected events' })).getAllByRole('listitem')
  const topics = taken.map((one) => one.querySelector('.topic0-hash [title]')?.getAttribute('title'))
  expect(topics).toEqual([
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
    undefined,
  ])
  expect(taken[2]).toHaveTextContent('No topics')
})

test('date fields show their time zone by name', () => {
  const zone = 'Pacific/Chatham'
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: zone }
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options)
  render(<FilterBuilder findBlock={() => Promise.resolve(1n)} />)
  fireEvent.click(screen.getByLabelText('Dates'))
  const group = within(screen.getByRole('group', { name: 'Time zone' }))
  expect(group.getByRole('radio', { name: `Your time (${zone})` })).toBeChecked()
  fireEvent.click(group.getByRole('radio', { name: 'UTC' }))
  expect(group.getByRole('radio', { name: 'UTC' })).toBeChecked()
})

test('in UTC, no time zone is offered', () => {
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Etc/UTC' }
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options)
  render(<FilterBuilder findBlock={() => Promise.resolve(1n)} />)
  fireEvent.click(screen.getByLabelText('Dates'))
  expect(screen.queryByRole('group', { name: 'Time zone' })).toBeNull()
  expect(screen.getByText('Time zone: UTC')).toBeVisible()
})

test('an event that was selected by its signature can be removed once its ABI is known', () => {
  const paid = parseAbiItem('event Paid(address indexed to, uint256 amount)')
  const show = (abi: readonly (typeof paid)[]) => (
    <FilterBuilder contracts={[{ address: token, label: 'Token', abi }]} />
  )
  const { rerender } = render(show([]))
  fireEvent.click(screen.getByLabelText('By event'))
  write('Event', 'Paid(address,uint256)')
  fireEvent.keyDown(screen.getByLabelText('Event'), { key: 'Enter' })
  rerender(show([paid]))
  press('Remove Paid')
  expect(screen.queryByRole('list', { name: 'Selected events' })).toBeNull()
})

test('an event that was left out takes part again when it is selected again', () => {
  render(<FilterBuilder defaultValue={{ events: [transfer, approval] }} />)
  const box = () => screen.getByRole('checkbox', { name: /^Transfer/ })
  fireEvent.click(box())
  write('Event', 'event Transfer(address indexed from, address indexed to, uint256 value)')
  fireEvent.keyDown(screen.getByLabelText('Event'), { key: 'Enter' })
  expect(box()).toBeChecked()
})

test('a field that is filled in and emptied again does not change the form', () => {
  const onDirtyChange = vi.fn<(isDirty: boolean) => void>()
  render(<FilterBuilder defaultValue={{ events: [transfer] }} onDirtyChange={onDirtyChange} />)
  for (const label of ['to address', 'value uint256']) {
    write(label, '5')
    expect(onDirtyChange).toHaveBeenLastCalledWith(true)
    write(label, '')
    expect(onDirtyChange).toHaveBeenLastCalledWith(false)
  }
})

test('a shortcut that changes nothing cannot be undone', () => {
  render(<FilterBuilder head={5_000n} />)
  press('All')
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
  press('Last 1,000')
  press('Last 1,000')
  press('Undo')
  expect(screen.getByLabelText('Blocks')).toBeChecked()
})

describe('the caller’s issues', () => {
  test('do not outlast a range that another one replaces', () => {
    const issues = [{ path: 'toBlock', message: 'Not found.' }]
    const { container } = render(
      <FilterBuilder head={5_000n} defaultValue={{ toBlock: 7n }} issues={issues} />,
    )
    expect(screen.getByLabelText('To block')).toHaveAccessibleDescription('Not found.')
    press('All')
    expect(screen.getByLabelText('To block')).not.toHaveAccessibleDescription()
    expect(container.querySelector('form')).toHaveAttribute('data-state', 'ready')
  })

  test('nor arguments that another choice of events replaces', () => {
    const issues = [{ path: 'args.to', message: 'Not found.' }]
    const { container } = render(<FilterBuilder defaultValue={{ events: [transfer] }} issues={issues} />)
    expect(container.querySelector('form')).toHaveAttribute('data-state', 'invalid')
    fireEvent.click(screen.getByLabelText('Any event'))
    expect(container.querySelector('form')).toHaveAttribute('data-state', 'ready')
  })
})

test('a block hash at the end of a range is not taken for a number', () => {
  render(<FilterBuilder head={5_000n} defaultValue={{ toBlock: `0x${'ab'.repeat(32)}` }} />)
  expect(screen.getByLabelText('To block')).not.toHaveAccessibleDescription()
})

test('conditions on indexed arguments, as links may have them, are shown', () => {
  const onSubmit = vi.fn<(query: LogSearch) => void>()
  const minted = parseAbiItem('event Minted(uint32 indexed id, uint32 count)')
  const value: LogSearch = { events: [minted], where: [{ arg: 0, is: 'atLeast', values: [7n] }] }
  render(<FilterBuilder value={value} onSubmit={onSubmit} />)
  const group = within(screen.getByRole('group', { name: 'Other arguments' }))
  const field = group.getByLabelText('id uint32')
  expect(field).toHaveValue('7')
  fireEvent.change(field, { target: { value: '' } })
  press('Read logs')
  expect(onSubmit).toHaveBeenCalledWith({ events: [minted] })
})
