import { toPlainValue } from './toPlainValue.ts'
import type { AbiValue } from '../Log.ts'

/** An argument's value as text: hex as it is, whole numbers in decimal, anything else as JSON. */
export function argText(value: AbiValue): string {
  const plain = toPlainValue(value)
  return typeof plain === 'string' ? plain : JSON.stringify(plain)
}
