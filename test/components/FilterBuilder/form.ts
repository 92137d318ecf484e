import { fireEvent, screen } from '@testing-library/react'
import { parseAbiItem, type Address } from 'viem'

export const token: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
export const other: Address = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'
export const transfer = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
)
export const approval = parseAbiItem(
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
)
export const contracts = [
  { address: other, label: 'Pool', abi: [transfer] },
  { address: token, label: 'Token', abi: [approval, transfer] },
]

/** Types into the field with this label. */
export const write = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
/** Presses the button with this name. */
export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
