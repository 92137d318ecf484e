import { erc20Abi, parseAbiItem, type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { toCastCommand } from '../../../../src/logs/filter/formats/toCastCommand.ts'

const token: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const other: Address = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

describe('lines for cast', () => {
  test('an event with its arguments', () => {
    expect(toCastCommand({ address: token, events: [transfer], args: { to: other }, fromBlock: 5n })).toBe(
      `cast logs --from-block 5 --to-block latest --address ${token} 'Transfer(address indexed from, address indexed to, uint256 value)' '' ${other}`,
    )
  })

  test('one line for each combination of alternatives, and an error for too many', () => {
    const both = toCastCommand({ events: [transfer], args: { from: [token, other], to: [token, other] } })
    expect(both?.split('\n')).toHaveLength(4)
    expect(new Set(both?.split('\n')).size).toBe(4)
    const many = Array.from(
      { length: 17 },
      (_, index) => `0x${index.toString(16).padStart(40, '0')}` as const,
    )
    expect(toCastCommand({ events: [transfer], args: { from: many } })).toBeUndefined()
  })

  test('several events, hashed arguments and unusual names by their topics', () => {
    expect(
      toCastCommand({ events: [...erc20Abi.filter((item) => item.type === 'event')] })?.split('\n'),
    ).toEqual([
      'cast logs --from-block earliest --to-block latest 0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
      'cast logs --from-block earliest --to-block latest 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    ])
    const named = parseAbiItem('event Named(string indexed name)')
    expect(toCastCommand({ events: [named], args: { name: "it's" } })).toMatch(
      /latest 0x[0-9a-f]{64} 0x[0-9a-f]{64}$/,
    )
  })

  test('blocks before the newest are computed by the shell', () => {
    expect(toCastCommand({ fromBlock: 'latest-500' }, { rpcUrl: 'https://a/?k=1' })).toBe(
      `cast logs --rpc-url 'https://a/?k=1' --from-block "$(n=$(cast block-number --rpc-url 'https://a/?k=1'); echo $((n > 500 ? n - 500 : 0)))" --to-block latest`,
    )
  })

  test('raw topics with wildcards between, one block by its hash', () => {
    const topic = `0x${'12'.repeat(32)}` as const
    expect(toCastCommand({ topics: [null, topic, null], blockHash: topic })).toBe(
      `cast logs --from-block ${topic} --to-block ${topic} '' ${topic}`,
    )
  })

  test('text that looks like an option is not one, and no text escapes its quotes', () => {
    const moved = parseAbiItem('event Moved(int8 indexed by)')
    expect(toCastCommand({ events: [moved], args: { by: -5n } })).toMatch(
      / -- 'Moved\(int8 indexed by\)' -5$/,
    )
    expect(toCastCommand({}, { rpcUrl: "https://a/'$(rm)" })).toContain(`--rpc-url 'https://a/'\\''$(rm)'`)
  })
})
