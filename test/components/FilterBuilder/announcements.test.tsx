import { fireEvent, render, screen } from '@testing-library/react'
import { parseAbiItem } from 'viem'
import { describe, expect, test } from 'vitest'
import { FilterBuilder } from '../../../src/components/FilterBuilder/FilterBuilder.tsx'
import { contracts, press, token, write } from './form.ts'

const spoken = () => screen.getAllByRole('status').map((one) => one.textContent)

describe('announcements', () => {
  test('announces each undo, redo and reset', () => {
    render(<FilterBuilder />)
    write('From block', '7')
    press('Undo')
    expect(spoken()).toContain('Undone')
    fireEvent.keyDown(screen.getByLabelText('From block'), { key: 'y', ctrlKey: true })
    expect(spoken()).toContain('Redone')
    press('Reset')
    expect(spoken()).toContain('Form reset')
    const before = screen.getByText('Form reset')
    press('Reset')
    // A new element: screen readers do not repeat a status whose text is unchanged.
    expect(screen.getByText('Form reset')).not.toBe(before)
  })

  test('announces a given name, with hidden characters made visible', () => {
    render(<FilterBuilder onSave={() => {}} />)
    press('Saved queries')
    write('Name of this query', 'Mine\u202E')
    press('Save')
    expect(spoken()).toContain('Saved as Mine\\u{202E}')
  })

  test('announces how many events match, and which one was chosen', () => {
    render(<FilterBuilder contracts={contracts} />)
    fireEvent.click(screen.getByLabelText('By event'))
    write('Event', 'r')
    expect(spoken()).toContain('2 events found')
    fireEvent.keyDown(screen.getByLabelText('Event'), { key: 'Enter' })
    expect(spoken()).toContain('Selected: Transfer')
    write('Event', 'x')
    expect(spoken()).not.toContain('Selected: Transfer')
  })
})

test('names and tooltips show hidden characters too', () => {
  const hidden = parseAbiItem('event Paid(uint256 amount)')
  const event = { ...hidden, name: 'Paid\u202E', inputs: [{ ...hidden.inputs[0], name: 'a\u200Bmount' }] }
  render(
    <FilterBuilder
      contracts={[{ address: token, label: 'Token\u202E', abi: [event] }]}
      defaultValue={{ address: token, events: [event] }}
    />,
  )
  for (const name of ['Remove Token\\u{202E}', 'Remove Paid\\u{202E}'])
    expect(screen.getByRole('button', { name })).toBeInTheDocument()
  for (const name of ['Unit of a\\u{200B}mount', 'How to compare a\\u{200B}mount'])
    expect(screen.getByRole('combobox', { name })).toBeInTheDocument()
  const said = [...document.querySelectorAll('[title], [aria-label]')].flatMap((one) => [
    one.getAttribute('title') ?? '',
    one.getAttribute('aria-label') ?? '',
  ])
  expect(said.join()).not.toMatch(/[\u200B\u202E]/)
})

test('announces a number in units as its raw value, grouped like all numbers', () => {
  const paid = parseAbiItem('event Paid(uint256 amount)')
  render(<FilterBuilder defaultValue={{ events: [paid] }} />)
  fireEvent.change(screen.getByLabelText('Unit of amount'), { target: { value: '9' } })
  write('amount uint256', '2.5')
  expect(screen.getByLabelText('amount uint256')).toHaveAccessibleDescription('= 2,500,000,000')
})

test('no number is announced with every digit', () => {
  render(<FilterBuilder />)
  write('From block', '1234')
  expect(screen.getByText('= 1,234')).toHaveAttribute('aria-live', 'off')
  fireEvent.click(screen.getByLabelText('Latest'))
  write('Last', '1234')
  expect(screen.getByText('= last 1,234 blocks')).toHaveAttribute('aria-live', 'off')
})
