import type { Address } from 'viem'
import { checksumAddress } from '../../logs/decode/checksumAddress.ts'
import { groupDigits } from '../values/amounts.ts'
import { formatTime } from '../values/formatTime.ts'
import { unseen } from '../values/visibleText.ts'

/** What a word may stand for. */
export type WordKind = 'number' | 'address' | 'text' | 'time'

export interface WordReading {
  readonly kind: WordKind
  readonly text: string
}

/** Numbers between these seconds since the epoch may be times: 2015, when the first EVM chain began, to 2100. */
const firstTime = 1_420_070_400n
const lastTime = 4_102_444_800n
/** Smaller numbers are not shown as addresses: ordinary addresses do not begin with so many zeros. */
const smallAddress = 2n ** 96n
/** Numbers further below zero are hashes rather than numbers. */
const smallNegative = 2n ** 128n

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * What 32 bytes, as 64 hex digits, may stand for: their number, and, where plausible, a negative number, an address, a text or a
 * time. None for fewer bytes.
 */
export function wordReadings(digits: string, locale: string): readonly WordReading[] {
  if (digits.length !== 64) return []
  const number = BigInt(`0x${digits}`)
  const signed = BigInt.asIntN(256, number)
  const readings: WordReading[] = [{ kind: 'number', text: groupDigits(number, locale) }]
  if (signed < 0n && signed > -smallNegative)
    readings.unshift({ kind: 'number', text: groupDigits(signed, locale) })
  if (digits.startsWith('0'.repeat(24)) && number > smallAddress)
    readings.push({ kind: 'address', text: checksumAddress(`0x${digits.slice(24)}` as Address) })
  const text = textOf(digits)
  if (text !== undefined) readings.push({ kind: 'text', text })
  if (number >= firstTime && number <= lastTime)
    readings.push({ kind: 'time', text: `${formatTime(number)!} UTC` })
  return readings
}

/** At least two visible characters and then zeros, as `bytes32` and strings hold text. */
function textOf(digits: string): string | undefined {
  const bytes = Uint8Array.from({ length: 32 }, (_, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
  )
  const length = bytes.findLastIndex((byte) => byte !== 0) + 1
  try {
    const text = utf8.decode(bytes.subarray(0, length))
    return text.trim().length > 1 && text.search(unseen) < 0 ? text : undefined
  } catch {
    return undefined
  }
}
