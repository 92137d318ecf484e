import type { EventMisfit } from '../../logs/Log.ts'

/** An event as Solidity declares it: `Transfer(address indexed from, uint256 value)`. */
export function readingText({ name, args }: Pick<EventMisfit, 'name' | 'args'>): string {
  const inputs = args.map((arg) => [arg.type, arg.indexed && 'indexed', arg.name].filter(Boolean).join(' '))
  return `${name}(${inputs.join(', ')})`
}
