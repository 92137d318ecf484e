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
    [],
  )
  expect(contracts).toEqual([
    { address: token, label: 'Token', abi: [...paid, ...sold] },
    { address: other, label: '0x0000…00B2', abi: sold },
  ])
  expect(labels).toEqual({ [token.toLowerCase()]: 'Token' })
  expect(abis).toHaveLength(3)
  expect(abis[2]).toMatchObject({ abi: paid })
})

test('leaves out what is no event, function or error, of any JSON', () => {
  const valid = [...paid, ...parseAbi(['function pay()', 'error NotPaid(uint256 amount)'])]
  const cyclic: { type: string; name: string; components?: unknown[] } = { type: 'tuple', name: 't' }
  cyclic.components = [cyclic]
  const items = [
    ...[null, 5, 'x', {}, { type: 'event' }, { type: 'event', name: 'A', inputs: [null] }],
    { type: 'event', name: 'Cyclic', inputs: [cyclic] },
    ...valid,
  ]
  const page = [{ abi: items }, { abi: 'x' }, { address: other, abi: items }, { abi: null }] as never
  const { contracts, abis, pageAbis } = explorerContracts(
    [{ address: token, label: 'Token', abi: items as never }],
    page,
    [],
  )
  expect(contracts.map(({ abi }) => abi)).toEqual([valid, valid])
  expect(abis.map(({ abi }) => abi)).toEqual([valid, valid, valid, [], []])
  expect(pageAbis.map(({ abi }) => abi)).toEqual([valid, [], valid, []])
})

test("lists the user's own entries first", () => {
  const { contracts, labels, tokens } = explorerContracts(
    [{ address: token, label: 'Token', abi: paid, decimals: 18, symbol: 'TKN' }],
    [],
    [
      { address: other, token: { symbol: 'OTH', decimals: 6 } },
      {
        address: token.toLowerCase() as typeof token,
        name: 'Mine',
        abi: sold,
        token: { symbol: 'M', decimals: 2 },
      },
    ],
  )
  expect(contracts.map(({ label, abi }) => ({ label, abi }))).toEqual([
    { label: 'Mine', abi: [...sold, ...paid] },
  ])
  expect(labels).toEqual({ [token.toLowerCase()]: 'Mine' })
  expect(tokens).toEqual({
    [token.toLowerCase()]: { symbol: 'M', decimals: 2 },
    [other]: { symbol: 'OTH', decimals: 6 },
  })
})
