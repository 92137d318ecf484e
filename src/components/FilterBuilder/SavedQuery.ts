import type { LogSearch } from '../../logs/filter/LogSearch.ts'

/** A query with a name. */
export interface SavedQuery {
  readonly name: string
  readonly query: LogSearch
}

/** Common props of fields for a query's name. */
export const queryNameProps = { className: 'topic0-input', maxLength: 80, autoComplete: 'off' } as const
