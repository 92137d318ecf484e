import type { AbiEvent, AbiParameter } from 'viem'
import { parseEventSignature } from './parseEventSignature.ts'

/** An event as a signature, or as JSON if its names are not valid in one. `readEvent` returns the same event. */
export function formatEvent(event: AbiEvent): string {
  const known = texts.get(event)
  if (known !== undefined) return known
  const text = write(event)
  texts.set(event, text)
  return text
}

// Cached, because a form formats the same events at every keystroke.
const texts = new WeakMap<AbiEvent, string>()

function write(event: AbiEvent): string {
  const inputs = event.inputs.map((input) => parameter(input, input.indexed ?? false)).join(', ')
  const text = `event ${event.name}(${inputs})${event.anonymous ? ' anonymous' : ''}`
  return readsBack(text, event) ? text : JSON.stringify(event)
}

function parameter(input: AbiParameter, indexed: boolean): string {
  return [typeOf(input), indexed && 'indexed', input.name].filter(Boolean).join(' ')
}

function typeOf(input: AbiParameter): string {
  if (!('components' in input)) return input.type
  const fields = input.components.map((component) => parameter(component, false)).join(', ')
  return `(${fields})${input.type.slice('tuple'.length)}`
}

function readsBack(text: string, event: AbiEvent): boolean {
  try {
    return shape(parseEventSignature(text)) === shape(event)
  } catch {
    // ABIs may contain names that the grammar does not allow.
    return false
  }
}

function shape(event: AbiEvent): string {
  const parameterShape = (input: AbiParameter & { indexed?: boolean | undefined }): unknown => [
    input.type,
    input.name ?? '',
    input.indexed ?? false,
    'components' in input ? input.components.map(parameterShape) : [],
  ]
  return JSON.stringify([event.name, event.anonymous ?? false, event.inputs.map(parameterShape)])
}
