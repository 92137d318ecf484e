import type { ArgCondition } from '../filter/ArgCondition.ts'
import type { DecodedEvent } from '../Log.ts'
import { matchesArg } from './matchesArg.ts'

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
