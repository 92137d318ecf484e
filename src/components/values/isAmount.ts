import type { DecodedEvent } from '../../logs/Log.ts'

const ofTokens = new Set(['Transfer(address,address,uint256)', 'Approval(address,address,uint256)'])

/** Whether an argument is an amount of the token that emitted the event: of an NFT it is the number of one. */
export function isAmount({ signature, args }: DecodedEvent, position: number): boolean {
  return position === 2 && ofTokens.has(signature) && args[2]?.indexed === false
}
