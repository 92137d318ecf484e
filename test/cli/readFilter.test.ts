import { parseAbiItem, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { readFilter } from '../../src/cli/options/readFilter.ts'
import { eventTopic } from '../../src/logs/filter/eventTopic.ts'

const moved = parseAbiItem('event Moved(address indexed to)')
const shy = { ...parseAbiItem('event Shy(uint256 indexed a, uint256 b)'), anonymous: true } as const
const sly = { ...parseAbiItem('event Sly(uint256 indexed a, bytes b)'), anonymous: true } as const
const topic: Hex = `0x${'ab'.repeat(32)}`
const address = '0x00000000000000000000000000000000000000aa'
const abi = { events: [moved, shy, sly], contracts: [] }

test('events beside a topic are read with it, also anonymous ones', () => {
  const filterOf = (...event: string[]) => readFilter({ address: [address], event, arg: [] }, abi)
  const topics = [[topic, eventTopic(moved)]]
  expect(filterOf(topic, 'Moved')).toEqual({ address: [address], topics, events: [moved] })
  expect(filterOf(topic, 'Moved', 'Shy', 'Sly', 'Shy')).toEqual({
    filters: [
      { address: [address], topics, events: [moved] },
      { address: [address], event: shy },
      { address: [address], event: sly },
    ],
  })
  expect(filterOf('Moved', 'Shy')).toEqual({ address: [address], events: [moved, shy] })
})

test('names the address that is invalid', () => {
  const read = () => readFilter({ address: [address, 'usdc.eth'], event: [], arg: [] }, abi)
  expect(read).toThrow('--address usdc.eth: An address starts with 0x.')
})

test('names the type that an event cannot have', () => {
  const read = () => readFilter({ address: [], event: ['Paid(adress to)'], arg: [] }, abi)
  expect(read).toThrow('Unknown type. Type "adress" is not a valid ABI type.')
})
