import type { AbiEvent, AbiFunction, AbiParameter } from 'viem'
import { isObject } from '../../base/unknownJson.ts'

/** Whether a value is an event of an ABI. Unknown types pass: decoders leave such events out. */
export function isEvent(item: unknown): item is AbiEvent {
  return isNamed(item, 'event')
}

/** Whether a value is a function of an ABI. Its Solidity types are not checked. */
export function isFunction(item: unknown): item is AbiFunction {
  return isNamed(item, 'function')
}

function isNamed(item: unknown, type: string): boolean {
  if (!isObject(item) || item['type'] !== type || typeof item['name'] !== 'string') return false
  return Array.isArray(item['inputs']) && item['inputs'].every(isParameter)
}

function isParameter(value: unknown): value is AbiParameter {
  if (!isObject(value) || typeof value['type'] !== 'string') return false
  const { name, components } = value
  if (name !== undefined && typeof name !== 'string') return false
  return components === undefined || (Array.isArray(components) && components.every(isParameter))
}
