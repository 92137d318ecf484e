import fc from 'fast-check'
import type { Hex } from 'viem'
import type { RawLog } from '../../src/logs/Log.ts'

const bytes = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((array): Hex => `0x${Buffer.from(array).toString('hex')}`)

// Few different ones, so that logs share them, and small ones, so that leading zeros occur.
const word = fc.oneof(
  fc.bigInt({ min: 0n, max: 5n }).map((small): Hex => `0x${small.toString(16).padStart(64, '0')}`),
  bytes(32),
)

/** Any log that a node may send. */
export const arbitraryLog: fc.Arbitrary<RawLog> = fc
  .record({
    address: fc.oneof(fc.constantFrom<Hex>(`0x${'00'.repeat(20)}`, `0x${'ab'.repeat(20)}`), bytes(20)),
    topics: fc.array(word, { maxLength: 4 }),
    data: fc
      .tuple(fc.nat({ max: 40 }), fc.uint8Array({ maxLength: 300 }))
      .map(([zeros, array]): Hex => `0x${'00'.repeat(zeros)}${Buffer.from(array).toString('hex')}`),
    blockNumber: fc.oneof(fc.bigInt(0n, 5n), fc.bigInt(0n, 2n ** 53n - 1n)),
    blockHash: word,
    transactionHash: word,
    transactionIndex: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 2 ** 31 - 1 })),
    logIndex: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 100_000 })),
    blockTimestamp: fc.option(fc.bigInt(0n, 2n ** 40n), { nil: undefined }),
    removed: fc.boolean(),
  })
  .map(({ blockTimestamp, ...log }) => (blockTimestamp === undefined ? log : { ...log, blockTimestamp }))
