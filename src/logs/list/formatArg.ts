import type { AbiValue, AbiField } from '../Log.ts'

/** An argument's value as text: hex as it is, integers in decimal, anything else as JSON. */
export function formatArg(value: AbiValue): string {
  const plain = toPlainValue(value)
  return typeof plain === 'string' ? plain : JSON.stringify(plain)
}

/** A decoded value as plain JSON: integers as decimal text, tuples as ordered lists of fields. */
export type PlainValue = string | number | boolean | readonly (PlainValue | PlainField)[]

/** A field of a tuple. Unlike an object, a list of fields keeps repeated, empty and hostile names. */
export type PlainField = Omit<AbiField, 'value'> & { readonly value: PlainValue }

/** A decoded value as JSON can hold it. */
export function toPlainValue(value: AbiValue): PlainValue {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object') return value
  if ('fields' in value) return value.fields.map((field) => ({ ...field, value: toPlainValue(field.value) }))
  return value.map(toPlainValue)
}
