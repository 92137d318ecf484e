import { parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { argColumns } from '../../../src/widget/session/argColumns.ts'

// Found by name, as `Transfer` is, an event may be read as that of tokens and that of collectibles.
const events = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
])

test('the arguments of all events are offered as columns, those of one name once', () => {
  expect(argColumns({ events, fromBlock: 0n })).toMatchObject(
    ['args.from', 'args.to', 'args.value', 'args.tokenId'].map((id) => ({ id, hidden: true })),
  )
  expect(argColumns({ event: events[0], fromBlock: 0n })).toHaveLength(3)
  expect(argColumns({ fromBlock: 0n })).toBeUndefined()
})

test('many events do not bury the other items of the menu', () => {
  const many = parseAbi([
    'event A(uint a0, uint a1, uint a2, uint a3, uint a4, uint a5)',
    'event B(uint b0, uint b1, uint b2, uint b3, uint b4, uint b5, uint b6)',
  ])
  expect(argColumns({ events: many })).toHaveLength(12)
})
