import type { DecodedEvent } from '../../logs/Log.ts'

/** A reading as Solidity declares it: `Transfer(address indexed from, uint256 value)`. */
export function readingText({ name, args }: DecodedEvent): string {
  const inputs = args.map((arg) => [arg.type, arg.indexed && 'indexed', arg.name].filter(Boolean).join(' '))
  return `${name}(${inputs.join(', ')})`
}
