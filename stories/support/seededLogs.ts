import type { Address, Hex } from 'viem'
import { createLogList, type LogList } from '../../src/logs/list/LogList.ts'
import type { DecodedArg, LogRow } from '../../src/logs/Log.ts'
import { random } from './random.ts'

export const token: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
export const pool: Address = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'
export const labels = { [token]: 'USD Coin', [pool]: 'Pool USDC/WETH' }

/** `count` seeded logs, newest first, created when read. */
export function seededLogs(count: number, seed = 1): LogList<LogRow> {
  return view(0, count)

  function view(from: number, to: number): LogList<LogRow> {
    const length = Math.max(0, to - from)
    const rows = new Map<number, LogRow>()
    const at = (index: number): LogRow | undefined => {
      const position = index < 0 ? length + index : index
      if (position < 0 || position >= length) return undefined
      const made = rows.get(position) ?? makeLog(count - 1 - (from + position), seed)
      rows.set(position, made)
      return made
    }
    const toArray = () => Array.from({ length }, (_, index) => at(index)!)
    return {
      length,
      undecodable: 0,
      at,
      slice: (start = 0, end = length) => view(from + start, from + Math.min(end, length)),
      map: (fn) => toArray().map(fn),
      filter: (fn) => toArray().filter(fn),
      toArray,
      toJSON: () => createLogList(toArray()).toJSON(),
      [Symbol.iterator]: () => toArray()[Symbol.iterator](),
    }
  }
}

function makeLog(number: number, seed: number): LogRow {
  const next = random(seed * 1_000_003 + number)
  const hex = (bytes: number): Hex =>
    `0x${Array.from({ length: bytes }, () =>
      Math.floor(next() * 256)
        .toString(16)
        .padStart(2, '0'),
    ).join('')}`
  const arg = (name: string, type: string, value: DecodedArg['value'], indexed = false): DecodedArg => ({
    name,
    type,
    value,
    indexed,
    hashed: false,
  })
  const kind = next()
  const from = hex(20)
  const to = next() < 0.2 ? pool : hex(20)
  const amount = BigInt(Math.floor(next() * 1e12))
  const topic = (address: Hex): Hex => `0x${address.slice(2).padStart(64, '0')}`
  const where = {
    blockNumber: 18_400_000n + BigInt(number >> 2),
    blockHash: `0x${(18_400_000 + (number >> 2)).toString(16).padStart(64, 'b')}` satisfies Hex,
    transactionHash: hex(32),
    transactionIndex: number % 4,
    logIndex: number % 4,
    blockTimestamp: 1_700_000_000n + BigInt(number >> 2) * 12n,
    removed: false,
  }
  if (kind < 0.62)
    return {
      ...where,
      address: token,
      topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', topic(from), topic(to)],
      data: `0x${amount.toString(16).padStart(64, '0')}`,
      decoded: {
        name: 'Transfer',
        signature: 'Transfer(address,address,uint256)',
        source: 'given',
        args: [
          arg('from', 'address', from, true),
          arg('to', 'address', to, true),
          arg('value', 'uint256', amount),
        ],
      },
    }
  if (kind < 0.85)
    return {
      ...where,
      address: pool,
      topics: ['0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67', topic(from), topic(to)],
      data: hex(160),
      decoded: {
        name: 'Swap',
        signature: 'Swap(address,address,int256,int256,uint160,uint128,int24)',
        source: 'known',
        args: [
          arg('sender', 'address', from, true),
          arg('recipient', 'address', to, true),
          arg('amount0', 'int256', -amount),
          arg('amount1', 'int256', amount * 551_238n),
          arg('sqrtPriceX96', 'uint160', 1_918_273_645_546_372_819_283_746n),
          arg('liquidity', 'uint128', 12_884_901_888_123n),
          arg('tick', 'int24', 201_422),
        ],
      },
    }
  return { ...where, address: hex(20), topics: [hex(32)], data: hex(64), decoded: undefined }
}
