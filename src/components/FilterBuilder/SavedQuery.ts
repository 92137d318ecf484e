import type { LogSearch } from '../../logs/filter/LogSearch.ts'

/** A query that was given a name. */
export interface SavedQuery {
  readonly name: string
  readonly query: LogSearch
}

/** What fields for a query's name have in common. */
export const queryNameProps = { className: 'topic0-input', maxLength: 80, autoComplete: 'off' } as const
