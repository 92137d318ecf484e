import type { AbiValue, LogRow } from '../../logs/Log.ts'

/** A log as JSON to read and to copy: block numbers as decimal strings, arguments in their order. */
export function logToJson(log: LogRow): string {
  const { decoded, ...raw } = log
  const event = decoded && {
    ...decoded,
    args: decoded.args.map((arg) => ({ ...arg, value: plain(arg.value) })),
  }
  return JSON.stringify(
    { ...raw, ...(event && { decoded: event }) },
    (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    2,
  )
}

type Plain = string | number | bigint | boolean | readonly unknown[]

/** Tuples as lists of fields: an object would lose repeated names. */
function plain(value: AbiValue): Plain {
  if (typeof value !== 'object') return value
  if ('fields' in value) return value.fields.map((field) => ({ ...field, value: plain(field.value) }))
  return value.map(plain)
}
