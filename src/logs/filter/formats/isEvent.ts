import type { AbiEvent, AbiParameter } from 'viem'
import { eventTopic } from '../eventTopic.ts'

/** Whether a value is an event of an ABI, with valid Solidity types. */
export function isEvent(item: unknown): item is AbiEvent {
  if (!isObject(item) || item['type'] !== 'event' || typeof item['name'] !== 'string') return false
  if (!Array.isArray(item['inputs']) || !item['inputs'].every(isParameter)) return false
  try {
    eventTopic(item as unknown as AbiEvent)
    return true
  } catch {
    // Not a Solidity type.
    return false
  }
}

function isParameter(value: unknown): value is AbiParameter {
  if (!isObject(value) || typeof value['type'] !== 'string') return false
  const { name, components } = value
  if (name !== undefined && typeof name !== 'string') return false
  return components === undefined || (Array.isArray(components) && components.every(isParameter))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
