import type { Abi, AbiEvent, AbiFunction, AbiParameter } from 'viem'
import { isObject } from '../../base/unknownJson.ts'

/** Maximum depth of tuples in tuples. Recursive code would exhaust the stack. */
const maxDepth = 32

/** The events, functions and errors of an ABI, which may be any value. */
export function validItems(abi: unknown): Abi {
  if (!Array.isArray(abi)) return []
  return (abi as readonly unknown[]).filter(
    (item): item is Abi[number] => isEvent(item) || isFunction(item) || isNamed(item, 'error'),
  )
}

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
  return Array.isArray(item['inputs']) && item['inputs'].every((input) => isParameter(input, 0))
}

function isParameter(value: unknown, depth: number): value is AbiParameter {
  if (depth > maxDepth || !isObject(value) || typeof value['type'] !== 'string') return false
  const { name, components } = value
  if (name !== undefined && typeof name !== 'string') return false
  return (
    components === undefined ||
    (Array.isArray(components) && components.every((one) => isParameter(one, depth + 1)))
  )
}
