import type { DecodedEvent } from '../Log.ts'

/** A token's unit. */
export interface TokenUnit {
  readonly symbol: string
  /** Number of decimals. */
  readonly decimals: number
}

/** Longer symbols are cut: contracts may return any text. */
export const maxSymbolLength = 40

const ofTokens = new Set(['Transfer(address,address,uint256)', 'Approval(address,address,uint256)'])

/** Whether an argument is an amount of the emitting token, rather than an NFT's id. */
export function isAmount({ signature, args }: DecodedEvent, position: number): boolean {
  return position === 2 && ofTokens.has(signature) && args[2]?.indexed === false
}
