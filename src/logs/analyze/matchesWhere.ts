import type { ArgCondition } from '../filter/ArgCondition.ts'
import type { AbiValue, DecodedArg, DecodedEvent } from '../Log.ts'

/**
 * Whether all conditions hold for a log's arguments. A log that could not be decoded matches only if there are no
 * conditions.
 *
 * @example
 * const large = [{ arg: 2, is: 'atLeast', values: [10n ** 18n] }] as const
 * const found = logs.data?.filter((log) => matchesWhere(log.decoded, large))
 */
export function matchesWhere(decoded: DecodedEvent | undefined, where: readonly ArgCondition[]): boolean {
  return where.every((condition) => matchesArg(decoded?.args[condition.arg], condition))
}

/** Whether a condition holds for its argument. False if the argument is missing or only its hash is known. */
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
  // Text is case-sensitive, hex is not.
  return type === 'string' ? value === wanted : value.toLowerCase() === wanted.toLowerCase()
}
