import type { AbiEvent } from 'viem'
import { typeName } from '../filter/eventTopic.ts'
import type { DecodedEvent } from '../Log.ts'
import { CompiledEvent, type CompiledInput } from './CompiledEvent.ts'
import { compileType } from './compileType.ts'

/** Compiles an event; `undefined` if it has types that the ABI does not know. */
export function compileEvent(event: AbiEvent, source: DecodedEvent['source']): CompiledEvent | undefined {
  const inputs: CompiledInput[] = []
  for (const [index, parameter] of event.inputs.entries()) {
    const input = compileInput(parameter, index)
    if (!input) return undefined
    inputs.push(input)
  }
  return new CompiledEvent(event, source, inputs)
}

function compileInput(parameter: AbiEvent['inputs'][number], index: number): CompiledInput | undefined {
  const viem = compileType(parameter, 'viem')
  const fields = compileType(parameter, 'fields')
  if (!viem || !fields) return undefined
  const { type } = parameter
  const hashed =
    parameter.indexed === true &&
    (type === 'string' || type === 'bytes' || type === 'tuple' || type.endsWith(']'))
  return { parameter, index, name: parameter.name ?? '', type: typeName(parameter), hashed, viem, fields }
}
