import {
  concatHex,
  encodeAbiParameters,
  keccak256,
  padHex,
  size,
  stringToHex,
  type AbiParameter,
  type Hex,
} from 'viem'
import { splitType } from '../logs/decode/splitType.ts'

/**
 * The topic of an indexed argument. Strings, bytes, arrays and tuples are hashed: their elements without lengths and
 * offsets, each padded to whole words.
 */
export function encodeTopic(input: AbiParameter, value: unknown): Hex {
  const { kind } = splitType(input.type)
  if (kind === 'bytes') return keccak256(bytesOf(input, value))
  const encoded = encodeInPlace(input, value)
  return kind === 'array' || 'components' in input ? keccak256(encoded) : encoded
}

function encodeInPlace(input: AbiParameter, value: unknown): Hex {
  const parts = splitType(input.type)
  if (parts.kind === 'array') {
    const item = { ...input, type: parts.item }
    return concatHex((value as readonly unknown[]).map((one) => encodeInPlace(item, one)))
  }
  if ('components' in input)
    return concatHex(
      input.components.map((field, at) =>
        encodeInPlace(field, (value as Fields)[fieldKey(value, field, at)]),
      ),
    )
  if (parts.kind === 'word') return encodeAbiParameters([input], [value])
  const bytes = bytesOf(input, value)
  return padHex(bytes, { dir: 'right', size: Math.ceil(size(bytes) / 32) * 32 })
}

type Fields = Readonly<Record<string | number, unknown>>

/** Tuples are lists if a field has no name, as viem takes them. */
function fieldKey(tuple: unknown, { name }: AbiParameter, at: number): string | number {
  return Array.isArray(tuple) ? at : (name ?? '')
}

function bytesOf({ type }: AbiParameter, value: unknown): Hex {
  return type === 'string' ? stringToHex(value as string) : (value as Hex)
}
