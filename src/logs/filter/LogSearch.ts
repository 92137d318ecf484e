import type { ArgCondition } from './ArgCondition.ts'
import type { LogQuery } from './LogQuery.ts'

/** A query, and what is to be sifted out of its logs where they are shown. */
export interface LogSearch extends LogQuery {
  /** All of these must hold. Needs exactly one event. Never sent: see `matchesWhere`. @default none */
  readonly where?: readonly ArgCondition[] | undefined
}
