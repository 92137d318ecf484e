import type { LogRow } from '../../src/logs/Log.ts'

/** The log at a position of a made-up chain: newest first is by descending `number`. */
export function makeRow(number: number, changes: Partial<LogRow> = {}): LogRow {
  const digits = number.toString(16)
  return {
    address: `0x${'ab'.repeat(20)}`,
    topics: [`0x${'1'.padStart(64, '0')}`],
    data: `0x${digits.padStart(64, '0')}`,
    blockNumber: BigInt(1_000 + number),
    blockHash: `0xb${digits.padStart(63, '0')}`,
    transactionHash: `0xc${digits.padStart(63, '0')}`,
    transactionIndex: 0,
    logIndex: 0,
    removed: false,
    decoded: {
      name: 'Counted',
      signature: 'Counted(uint256)',
      source: 'given',
      args: [{ name: 'count', type: 'uint256', value: BigInt(number), indexed: false, hashed: false }],
    },
    ...changes,
  }
}

/** A decoded ERC-20 transfer of an amount. */
export function transferOf(value: bigint): LogRow['decoded'] {
  const arg = { indexed: false, hashed: false }
  return {
    name: 'Transfer',
    signature: 'Transfer(address,address,uint256)',
    source: 'given',
    args: [
      { ...arg, name: 'from', type: 'address', value: `0x${'12'.repeat(20)}` },
      { ...arg, name: 'to', type: 'address', value: `0x${'34'.repeat(20)}` },
      { ...arg, name: 'value', type: 'uint256', value },
    ],
  }
}
