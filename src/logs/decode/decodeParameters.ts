import type { AbiParameter, Hex } from 'viem'
import { AbiReader } from './AbiReader.ts'
import { compileType } from './compileType.ts'
import { undecodable } from './DigitReader.ts'

/** Decodes ABI parameters as viem does; `undefined` if the data does not fit them. */
export function decodeParameters(
  parameters: readonly AbiParameter[],
  data: Hex,
): readonly unknown[] | undefined {
  const codecs = parameters.map((parameter) => compileType(parameter, 'viem'))
  const reader = new AbiReader()
  try {
    reader.open(data, 0, false)
    let at = 0
    return codecs.map((codec) => {
      if (!codec) throw undecodable
      const value = codec.read(reader, at, 0)
      at += codec.head
      return value
    })
  } catch {
    return undefined
  }
}
