import { encodeAbiParameters, parseAbiItem, toEventSelector, type AbiEvent, type Hex } from 'viem'
import type { RawLog } from '../../src/logs/Log.ts'

/** Random numbers that depend only on the seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function randomHex(random: () => number, bytes: number): Hex {
  let hex = '0x'
  for (let k = 0; k < bytes; k++)
    hex += Math.floor(random() * 256)
      .toString(16)
      .padStart(2, '0')
  return hex as Hex
}

export const transferEvent = /* @__PURE__ */ parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
)
export const swapEvent = /* @__PURE__ */ parseAbiItem(
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
)
export const noteEvent = /* @__PURE__ */ parseAbiItem(
  'event Note(address indexed author, string text, uint256[] amounts)',
)

export interface RandomLogsOptions {
  seed: number
  count: number
  event?: 'transfer' | 'swap' | 'note'
  /** Addresses that take part: a few of them in most logs, the others now and then. @default a tenth of the logs */
  addresses?: number
}

/** Logs as a chain has them: several in a transaction and a block, dense and sparse stretches, few busy addresses. */
export function randomLogs({
  seed,
  count,
  event = 'transfer',
  addresses = Math.max(4, count / 10),
}: RandomLogsOptions): RawLog[] {
  const random = createRandom(seed)
  const people = Array.from({ length: addresses }, () => randomHex(random, 20))
  const tokens = Array.from({ length: Math.max(1, Math.ceil(addresses / 50)) }, () => randomHex(random, 20))
  // Cubed: a tenth of the addresses is in about half of the logs.
  const pick = (list: readonly Hex[]) => list[Math.floor(random() ** 3 * list.length)]!
  const logs: RawLog[] = []
  let blockNumber = 1_000_000n
  let timestamp = 1_700_000_000n
  while (logs.length < count) {
    const gap = random() < 0.8 ? 1 : Math.ceil(random() * 40)
    blockNumber += BigInt(gap)
    timestamp += BigInt(gap * 2)
    const blockHash = randomHex(random, 32)
    const transactions = Math.ceil(random() ** 2 * 40)
    let logIndex = 0
    for (let transactionIndex = 0; transactionIndex < transactions; transactionIndex++) {
      const transactionHash = randomHex(random, 32)
      const perTransaction = Math.ceil(random() ** 2 * 6)
      for (let k = 0; k < perTransaction && logs.length < count; k++) {
        logs.push({
          address: pick(tokens),
          ...encode(event, random, () => pick(people)),
          blockNumber,
          blockHash,
          transactionHash,
          transactionIndex,
          logIndex,
          blockTimestamp: timestamp,
          removed: false,
        })
        logIndex += 1 + Math.floor(random() * 3)
      }
    }
  }
  return logs
}

function encode(event: 'transfer' | 'swap' | 'note', random: () => number, person: () => Hex) {
  const amount = () => BigInt(Math.floor(random() * 1e9)) * 10n ** BigInt(Math.floor(random() * 14))
  if (event === 'transfer') return log(transferEvent, [person(), person()], [amount()])
  if (event === 'swap')
    return log(
      swapEvent,
      [person(), person()],
      [
        amount(),
        -amount(),
        BigInt(randomHex(random, 20)),
        BigInt(randomHex(random, 12)),
        Math.floor(random() * 1_774_544) - 887_272,
      ],
    )
  return log(
    noteEvent,
    [person()],
    [
      'A transfer of the usual kind, with thanks. '.slice(0, Math.floor(random() * 44)),
      Array.from({ length: Math.floor(random() * 6) }, amount),
    ],
  )
}

/** Hashing the signature for each log would take longer than everything else here. */
const topics0 = new Map<AbiEvent, Hex>()

function log(event: AbiEvent, addresses: readonly Hex[], values: readonly unknown[]) {
  let topic0 = topics0.get(event)
  if (!topic0) topics0.set(event, (topic0 = toEventSelector(event)))
  const topics = [topic0, ...addresses.map((address): Hex => `0x${address.slice(2).padStart(64, '0')}`)]
  const data = encodeAbiParameters(
    event.inputs.filter((input) => !input.indexed),
    values as never,
  )
  return { topics, data }
}
