import { parseAbiItem } from 'viem'
import { expect, test } from 'vitest'
import { InvalidQueryError } from '../../src/errors/InvalidQueryError.ts'
import { parseLogQuery } from '../../src/logs/filter/parseLogQuery.ts'
import { readLogParameters, type AnyLogsParameters } from '../../src/query/readLogParameters.ts'

const signature = 'event Transfer(address indexed from, address indexed to, uint256 value)'
const transfer = parseAbiItem(signature)
const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

function isRefused(query: AnyLogsParameters): boolean {
  try {
    parseLogQuery(query)
    return false
  } catch {
    return true
  }
}

test('parameters created in each render are parsed once, for all readers', () => {
  const write = (): AnyLogsParameters => ({
    address: [alice],
    event: parseAbiItem(signature),
    args: { to: [alice] },
    fromBlock: 5n,
  })
  const first = readLogParameters(write())
  expect(readLogParameters(write())).toBe(first)
  expect(readLogParameters({ ...write(), chainId: 7 })).toBe(first)
  expect(readLogParameters({ ...write(), fromBlock: 6n })).not.toBe(first)
})

test('values that JSON cannot distinguish are not confused', () => {
  const event = parseAbiItem('event Named(string indexed name)')
  const read = (args: unknown) => readLogParameters({ event, args } as AnyLogsParameters)
  const five = read({ name: '5' })
  expect(five).not.toBeInstanceOf(InvalidQueryError)
  for (const other of [5n, 5, new String('5'), ['5', null], { toJSON: () => '5' }])
    expect(read({ name: other })).not.toBe(five)
  expect(read([['name', '5']])).not.toBe(five)
  expect(read({ name: 5n })).toBeInstanceOf(InvalidQueryError)
})

test.each(['event', 'events', 'abi'])(
  '`%s: null` is read as it is parsed, whatever was parsed before',
  (key) => {
    expect(readLogParameters({})).not.toBeInstanceOf(InvalidQueryError)
    const query = { [key]: null } as AnyLogsParameters
    const problem = readLogParameters(query)
    expect(problem instanceof InvalidQueryError).toBe(isRefused(query))
  },
)

test('a misspelled parameter is refused, with the correct name', () => {
  const read = readLogParameters({ polllingInterval: 5 } as AnyLogsParameters)
  expect(read).toBeInstanceOf(InvalidQueryError)
  expect((read as InvalidQueryError).issues).toMatchObject([
    { path: 'polllingInterval', kind: 'key-unknown-near', values: ['polllingInterval', 'pollingInterval'] },
  ])
})

test('mutated parameters are parsed again', () => {
  const topics: `0x${string}`[] = [`0x${'11'.repeat(32)}`]
  const first = readLogParameters({ topics })
  topics[0] = `0x${'22'.repeat(32)}`
  expect(readLogParameters({ topics })).not.toBe(first)
})

test('live is checked for each caller, though the query is the same', () => {
  const query = { event: transfer, fromBlock: 1n, toBlock: 9n }
  expect(readLogParameters(query)).not.toBeInstanceOf(InvalidQueryError)
  expect(readLogParameters({ ...query, live: true })).toBeInstanceOf(InvalidQueryError)
})

test('values that cannot be serialized are still checked', () => {
  const round: unknown[] = []
  round.push(round)
  for (const args of [round, [new Date()], [new Map()]])
    expect(readLogParameters({ event: transfer, args })).toBeInstanceOf(InvalidQueryError)
  const events = [null] as unknown as AnyLogsParameters['events']
  expect(readLogParameters({ events })).toBeInstanceOf(InvalidQueryError)
})
