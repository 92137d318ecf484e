import type { DecodedEvent } from '../../../logs/Log.ts'
import { formatNumber } from '../../strings/formatNumber.ts'
import { groupDigits } from '../../values/amounts.ts'
import { shortHex } from '../../values/shortHex.ts'

/** The positions of the lists of an ERC-1155 batch among its arguments. */
export const batchIds = 3
export const batchAmounts = 4

/**
 * The first id of an ERC-1155 batch with its amount, and how many follow: `7 × 250, +3`. `undefined` for other events, and if the
 * lists do not belong together, as a hostile contract may write.
 */
export function batchText({ signature, args }: DecodedEvent, locale: string): string | undefined {
  if (signature !== 'TransferBatch(address,address,address,uint256[],uint256[])') return undefined
  const [ids, amounts] = args.slice(batchIds).map(({ value }) => value as readonly bigint[])
  const more = ids!.length - 1
  if (more < 0 || ids!.length !== amounts!.length) return undefined
  const pair = `${shortHex(`${ids![0]!}`)} × ${groupDigits(amounts![0]!, locale)}`
  return more ? `${pair}, +${formatNumber(more, locale)}` : pair
}
