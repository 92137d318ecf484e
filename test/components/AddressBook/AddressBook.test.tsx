import { act, fireEvent, render, screen } from '@testing-library/react'
import { parseAbi, type Address } from 'viem'
import { expect, test, vi } from 'vitest'
import { AddressBook } from '../../../src/components/AddressBook/AddressBook.tsx'
import { maxEntries, type AddressBookEntry } from '../../../src/components/AddressBook/AddressBookEntry.ts'
import { AddressForm } from '../../../src/components/AddressBook/AddressForm.tsx'
import type { TokenUnit } from '../../../src/logs/decode/TokenUnit.ts'

const addressOf = (number: number): Address => `0x${number.toString(16).padStart(40, '0')}`
const nothing = () => {}

test('input during a read of the unit is kept', async () => {
  const reads: ((unit: TokenUnit) => void)[] = []
  const onReadToken = () => new Promise<TokenUnit>((resolve) => reads.push(resolve))
  render(<AddressBook entries={[]} onSave={nothing} onRemove={nothing} onReadToken={onReadToken} />)
  fireEvent.click(screen.getByRole('button', { name: 'Add an address' }))
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type('Address', addressOf(1))
  fireEvent.click(screen.getByRole('button', { name: 'Read from the contract' }))
  // The unit of one contract is not that of another.
  type('Address', addressOf(2))
  await act(async () => reads[0]!({ symbol: 'ONE', decimals: 18 }))
  expect(screen.getByLabelText('Decimals')).toHaveValue('')
  fireEvent.click(screen.getByRole('button', { name: 'Read from the contract' }))
  await act(async () => reads[1]!({ symbol: 'TWO', decimals: 6 }))
  expect(screen.getByLabelText('Decimals')).toHaveValue('6')
})

test('a full book keeps its entries: only those it has can be saved', () => {
  const onSave = vi.fn<(entry: AddressBookEntry) => void>()
  const full = (known: AddressBookEntry | undefined) => (
    <AddressForm
      address={addressOf(1)}
      field="name"
      findEntry={() => known}
      entryCount={maxEntries}
      onReadToken={undefined}
      onSave={onSave}
      onCancel={nothing}
    />
  )
  const { rerender } = render(full(undefined))
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'One more' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('1,001 entries are too many: at most 1,000.')).toBeVisible()
  expect(onSave).not.toHaveBeenCalled()
  rerender(full({ address: addressOf(1), name: 'Known' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSave).toHaveBeenCalledWith(expect.objectContaining({ name: 'One more' }))
})

test('focus moves to the field of an ABI that is removed', () => {
  const abi = parseAbi(['event Paid(uint256 amount)'])
  const entry = { address: addressOf(1), abi }
  render(
    <AddressBook
      entries={[entry]}
      edit={{ address: entry.address, field: 'name' }}
      onSave={nothing}
      onRemove={nothing}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Remove the ABI' }))
  expect(screen.getByLabelText('ABI')).toHaveFocus()
})

test('focus moves to the first invalid field, whose message disappears with the next input', () => {
  render(<AddressBook entries={[]} onSave={nothing} onRemove={nothing} />)
  fireEvent.click(screen.getByRole('button', { name: 'Add an address' }))
  fireEvent.change(screen.getByLabelText('Address'), { target: { value: addressOf(1) } })
  fireEvent.change(screen.getByLabelText('Decimals'), { target: { value: '300' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByLabelText('Decimals')).toHaveFocus()
  expect(screen.getByLabelText('Decimals')).toBeInvalid()
  fireEvent.change(screen.getByLabelText('Decimals'), { target: { value: '30' } })
  expect(screen.getByLabelText('Decimals')).toBeValid()
})
