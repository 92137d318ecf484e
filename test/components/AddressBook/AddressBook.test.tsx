import { act, fireEvent, render, screen } from '@testing-library/react'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { AddressBook } from '../../../src/components/AddressBook/AddressBook.tsx'
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
