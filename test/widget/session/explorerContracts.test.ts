import { parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { explorerContracts } from '../../../src/widget/session/explorerContracts.ts'

const token = '0x00000000000000000000000000000000000000A1'
const other = '0x00000000000000000000000000000000000000B2'
const paid = parseAbi(['event Paid(uint256 amount)'])
const sold = parseAbi(['event Sold(uint256 item)'])

test('joins the ABIs of an address, and keeps those of no address to decode with', () => {
  const { contracts, abis, labels } = explorerContracts(
    [{ address: token, label: 'Token', abi: paid }],
    [
      { address: token.toLowerCase() as typeof token, abi: sold, name: 'Mine' },
      { address: other, abi: sold },
      { abi: paid, name: 'Loose' },
    ],
  )
  expect(contracts).toEqual([
    { address: token, label: 'Token', abi: [...paid, ...sold] },
    { address: other, label: '0x0000…00B2', abi: sold },
  ])
  expect(labels).toEqual({ [token.toLowerCase()]: 'Token' })
  expect(abis).toHaveLength(3)
  expect(abis[2]).toMatchObject({ abi: paid })
})
