import { parseAbiItem } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidQueryError } from '../../../../src/errors/InvalidQueryError.ts'
import { parseCastCommand } from '../../../../src/logs/filter/formats/parseCastCommand.ts'
import { parseLogSearch } from '../../../../src/logs/filter/formats/parseLogSearch.ts'
import { toCastCommand } from '../../../../src/logs/filter/formats/toCastCommand.ts'
import type { LogSearch } from '../../../../src/logs/filter/LogSearch.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const token = '0x7b2ff7a5c5b4b1a17c1cd0ee1a6ba7b67a1c5a5e'
const other = '0x00000000000000000000000000000000000000aa'
const hash = `0x${'1f'.repeat(32)}` as const

describe('a cast line written here reads back as the same query', () => {
  test.each<LogSearch>([
    { fromBlock: 5n, toBlock: 9n },
    { address: [token, other], fromBlock: 0n },
    { address: token, events: [transfer], fromBlock: 'earliest', toBlock: 'finalized' },
    { events: [transfer], args: { to: other }, fromBlock: 1n },
    { topics: [hash, null, hash], fromBlock: 1n, toBlock: 2n },
    { topics: [null, hash] },
    { blockHash: hash },
    { fromBlock: 'latest-500', address: token },
  ])('%#', (query) => {
    expect(parseLogSearch(parseCastCommand(toCastCommand(query)!)).key).toBe(parseLogSearch(query).key)
    for (const rpcUrl of ['https://node.example/?key=1', "https://node.example/it's a key"]) {
      const withNode = toCastCommand(query, { rpcUrl })!
      expect(parseLogSearch(parseCastCommand(withNode)).key).toBe(parseLogSearch(query).key)
    }
  })
})

test('lines as people write them', () => {
  const line = `cast logs --address=${token} \\\n  --from-block 0x10 --json "Transfer(address,address,uint256)" '' ${hash}`
  expect(parseCastCommand(line)).toMatchObject({
    address: token,
    fromBlock: 16n,
    toBlock: 'latest',
    topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', null, hash],
  })
  expect(parseCastCommand(`cast logs 'Transfer(address indexed from, address to)' ${token}`)).toMatchObject({
    args: { from: token },
  })
  // Shells join what is quoted with what is not.
  expect(parseCastCommand(`cast logs --address="${token}" --from-block='0x'10 --to-block=20`)).toEqual({
    address: token,
    fromBlock: 16n,
    toBlock: 20n,
  })
  // As in the source of a contract.
  for (const end of [';', ' ;', ' anonymous;'])
    expect(parseCastCommand(`cast logs 'event Moved(address indexed to)${end}'`)).toHaveProperty('events')
  expect(parseCastCommand('cast logs --from-block "$(($(cast block-number) - 500))"')).toMatchObject({
    fromBlock: 'latest-500',
  })
  // Options that take no value leave the next word alone.
  for (const flag of ['--json', '-vvv', '--insecure', '-k', '--flashbots', '--no-proxy', '--md'])
    expect(parseCastCommand(`cast logs ${flag} 'Transfer(address indexed from, address to)'`)).toHaveProperty(
      'events',
    )
})

test.each([
  ['cast call 0x1', / cast\. Expected one cast logs command/],
  ['cast logs --from-block soon', / fromBlock\. Expected a block number/],
  ['cast logs Transfer(', / events\[0\]\. This is not an event signature/],
  ["cast logs 'Transfer(address indexed from)' 12", / args\[0\]\. Not a valid address: "12"/],
  [
    `cast logs 'Transfer(address indexed from)' ${other} 12`,
    / args\. Transfer has 1 indexed argument, found 2/,
  ],
  [`cast logs --address 0x12`, / address\. Expected 40 hex digits/],
])('%s is refused, naming the part and what is wrong with it', (line, message) => {
  expect(() => parseCastCommand(line)).toThrow(InvalidQueryError)
  expect(() => parseCastCommand(line)).toThrow(message)
})
