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

/**
 * The topic of an indexed argument. Strings, bytes, arrays and tuples are hashed: their elements without lengths and
 * offsets, each padded to whole words.
 */
export function encodeTopic(input: AbiParameter, value: unknown): Hex {
  if (isText(input)) return keccak256(bytesOf(input, value))
  const encoded = encodeInPlace(input, value)
  return /^tuple|\]$/.test(input.type) ? keccak256(encoded) : encoded
}

function encodeInPlace(input: AbiParameter, value: unknown): Hex {
  if (input.type.endsWith(']')) {
    const item = { ...input, type: input.type.replace(/\[\d*\]$/, '') }
    return concatHex((value as readonly unknown[]).map((one) => encodeInPlace(item, one)))
  }
  if ('components' in input)
    return concatHex(
      input.components.map((field, at) =>
        encodeInPlace(field, (value as Fields)[fieldKey(value, field, at)]),
      ),
    )
  if (!isText(input)) return encodeAbiParameters([input], [value])
  const bytes = bytesOf(input, value)
  return padHex(bytes, { dir: 'right', size: Math.ceil(size(bytes) / 32) * 32 })
}

type Fields = Readonly<Record<string | number, unknown>>

/** Tuples are lists if a field has no name, as viem takes them. */
function fieldKey(tuple: unknown, { name }: AbiParameter, at: number): string | number {
  return Array.isArray(tuple) ? at : (name ?? '')
}

function isText({ type }: AbiParameter): boolean {
  return type === 'string' || type === 'bytes'
}

function bytesOf({ type }: AbiParameter, value: unknown): Hex {
  return type === 'string' ? stringToHex(value as string) : (value as Hex)
}
