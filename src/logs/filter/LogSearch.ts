import type { ArgCondition } from './ArgCondition.ts'
import type { LogQuery } from './LogQuery.ts'

/** A query of one filter, with conditions on decoded arguments, applied locally. */
export interface LogSearch extends Omit<LogQuery, 'filters'> {
  /** All of these must hold. Needs exactly one event. Never sent: see `matchesWhere`. @default none */
  readonly where?: readonly ArgCondition[] | undefined
}
