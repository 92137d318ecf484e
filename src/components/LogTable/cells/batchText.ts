import { toBigInt } from '../../../logs/decode/toBigInt.ts'
import type { AbiValue, DecodedEvent } from '../../../logs/Log.ts'
import { formatNumber } from '../../strings/formatNumber.ts'
import { groupDigits } from '../../values/amounts.ts'

/** The positions of the lists of an ERC-1155 batch: ids of tokens, and an amount of each. */
export interface Batch {
  readonly ids: number
  readonly values: number
}

const signature = 'TransferBatch(address,address,address,uint256[],uint256[])'
const batch: Batch = { ids: 3, values: 4 }

/** The batch of an event; `undefined` if its lists do not belong together, as a hostile contract may write. */
export function batchOf(event: DecodedEvent): Batch | undefined {
  if (event.signature !== signature) return undefined
  const [ids, values] = [listOf(event, batch.ids), listOf(event, batch.values)]
  return ids?.length && ids.length === values?.length ? batch : undefined
}

// Characters of the pairs; a card has room for these beside the event's name.
const room = 16

/** The first pairs of a batch, as many as a card has room for, and how many follow: `7 × 250, +3`. */
export function batchText(event: DecodedEvent, { ids, values }: Batch, locale: string): string {
  const [names, amounts] = [listOf(event, ids)!, listOf(event, values)!]
  let text = ''
  for (let at = 0; at < names.length; at++) {
    const pair = `${shortId(String(names[at]))} × ${groupDigits(toBigInt(amounts[at]!) ?? 0n, locale)}`
    if (text && text.length + pair.length > room)
      return `${text}, +${formatNumber(names.length - at, locale)}`
    text = text ? `${text}, ${pair}` : pair
  }
  return text
}

/** Ids may be hashes: long ones are shortened to their first and last digits. */
function shortId(digits: string): string {
  return digits.length > 12 ? `${digits.slice(0, 4)}…${digits.slice(-4)}` : digits
}

function listOf({ args }: DecodedEvent, position: number): readonly AbiValue[] | undefined {
  const value = args[position]?.value
  return Array.isArray(value) ? (value as readonly AbiValue[]) : undefined
}
