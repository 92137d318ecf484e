import { keccak256, toBytes, type AbiEvent, type AbiParameter, type Hash } from 'viem'
import type { DecodedEvent, LogRow } from '../Log.ts'

/** The hash of an event's signature. */
export function eventTopic(event: AbiEvent): Hash {
  return keccak256(toBytes(eventSignature(event)))
}

/** The signature of an event: `Transfer(address,address,uint256)`. */
export function eventSignature({ name, inputs }: AbiEvent): string {
  return `${name}(${inputs.map(typeName).join(',')})`
}

/** A type in signature form: `uint256`, `address[]`, `(uint256,bool)[2]`. */
export function typeName(parameter: AbiParameter): string {
  const { type } = parameter
  if (!type.startsWith('tuple')) return type.replace(/^u?int(?=\[|$)/, '$&256')
  const components = (parameter as { components?: readonly AbiParameter[] }).components ?? []
  return `(${components.map(typeName).join(',')})${type.slice(5)}`
}

/** The topic of a log's event in lower case; `undefined` for anonymous events, whose first topic is an argument. */
export function eventTopicOf({ topics, decoded }: Pick<LogRow, 'topics' | 'decoded'>): string | undefined {
  return isAnonymous(decoded, topics.length) ? undefined : topics[0]?.toLowerCase()
}

/** Whether a log with this many topics was decoded as an anonymous event: each topic is an argument. */
export function isAnonymous(decoded: DecodedEvent | undefined, topicCount: number): decoded is DecodedEvent {
  return decoded?.args.filter(({ indexed }) => indexed).length === topicCount
}
