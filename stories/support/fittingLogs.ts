import { encodeAbiParameters, parseAbiItem, toEventSelector, type AbiEvent, type Hex } from 'viem'
import { createDecoder } from '../../src/logs/decode/createDecoder.ts'
import type { LogRow } from '../../src/logs/Log.ts'
import { seededLogs } from './seededLogs.ts'

const [base] = seededLogs(1).toArray()
const who = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const event = (text: string) =>
  parseAbiItem(`event Deposit(${text})` as 'event Deposit(address who)') as AbiEvent

/** A log decoded with the given ABI. */
function rowOf(given: AbiEvent, topics: readonly Hex[], data: Hex, place = 0): LogRow {
  const log = { ...base!, logIndex: place, topics: [toEventSelector(given), ...topics], data }
  const decoder = createDecoder([given], { strict: false })
  return { ...log, decoded: decoder.decode(log), misfit: decoder.misfit(log) }
}

const note = encodeAbiParameters([{ type: 'string' }], ['Rent for May'])

/** The ABI has `indexed` at another argument than the contract. */
export const misfitLog = rowOf(
  event('address who, string indexed note, uint64 indexed id'),
  [word(BigInt(who)), word(7n)],
  note,
)

/** The ABI indexes fewer arguments than the log has topics, and several readings fit. */
export const ambiguousMisfitLog = rowOf(
  event('address indexed user, uint256 pid, uint256 amount'),
  [word(BigInt(who)), word(3n)],
  word(25_000n),
  1,
)

/** Half of the data is missing: no reading fits. */
export const brokenLog = rowOf(event('uint256 pid, uint256 amount'), [], word(3n), 2)

/** More data than a compiler would write. */
export const unusualLog = rowOf(event('string note'), [], `${note}${'0'.repeat(64)}`, 3)

/** `pid` and `amount` have one type, and one of them is indexed. */
export const ambiguousLog = rowOf(
  event('address indexed user, uint256 indexed pid, uint256 amount'),
  [word(BigInt(who)), word(3n)],
  word(25_000n),
  4,
)
