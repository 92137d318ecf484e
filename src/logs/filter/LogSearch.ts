import type { ArgCondition } from './ArgCondition.ts'
import type { LogQuery } from './LogQuery.ts'

/** A query with conditions on decoded arguments, applied locally. */
export interface LogSearch extends LogQuery {
  /** All of these must hold. Needs exactly one event. Never sent: see `matchesWhere`. @default none */
  readonly where?: readonly ArgCondition[] | undefined
}
