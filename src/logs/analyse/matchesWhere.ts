import type { ArgCondition } from '../filter/ArgCondition.ts'
import type { AbiValue, DecodedArg, DecodedEvent } from '../Log.ts'

/**
 * Whether a log is one to show: all conditions hold for its arguments. One that could not be decoded does not match,
 * unless nothing is asked.
 *
 * @example
 * const large = [{ arg: 2, is: 'atLeast', values: [10n ** 18n] }] as const
 * const found = logs.data?.filter((log) => matchesWhere(log.decoded, large))
 */
export function matchesWhere(decoded: DecodedEvent | undefined, where: readonly ArgCondition[]): boolean {
  return where.every((condition) => matchesArg(decoded?.args[condition.arg], condition))
}

/** Whether a condition holds for the argument it is about. It does not for one that is missing, or only a hash. */
export function matchesArg(
  found: Pick<DecodedArg, 'type' | 'hashed' | 'value'> | undefined,
  { is, values }: ArgCondition,
): boolean {
  if (!found || found.hashed) return false
  const { value, type } = found
  if (is === 'anyOf') return values.some((wanted) => same(value, wanted, type))
  const [wanted] = values
  if (is === 'contains')
    return typeof value === 'string' && value.toLowerCase().includes(String(wanted).toLowerCase())
  if (typeof wanted !== 'bigint' || (typeof value !== 'bigint' && typeof value !== 'number')) return false
  return is === 'atLeast' ? value >= wanted : value <= wanted
}

function same(value: AbiValue, wanted: bigint | string | boolean, type: string): boolean {
  if (typeof value === 'number' || typeof value === 'bigint')
    return typeof wanted === 'bigint' && BigInt(value) === wanted
  if (typeof value !== 'string' || typeof wanted !== 'string') return value === wanted
  // Capitals matter in text; in hex they say nothing.
  return type === 'string' ? value === wanted : value.toLowerCase() === wanted.toLowerCase()
}
