'use client'
import { describeQuery } from '../../components/FilterBuilder/draft/describeQuery.ts'
import type { KnownContract } from '../../components/FilterBuilder/draft/KnownContract.ts'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { ChainText } from '../../components/values/ChainText.tsx'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import type { StoredQueries } from '../session/QueryStore.ts'

export interface CompareChoiceProps extends StoredQueries {
  query: LogSearch
  contracts: readonly KnownContract[]
  onChoose: (query: LogSearch) => void
}

/** A list of queries to compare with. Only their filters count: the blocks are those of the first query. */
export function CompareChoice({ query, saved, recent, contracts, onChoose }: CompareChoiceProps) {
  const strings = useStrings(explorerStrings)
  const choices = [
    { label: strings.compare.same, query },
    ...saved.map((one) => ({ label: one.name, query: one.query })),
    ...recent.map((one) => ({ label: describeQuery(one, strings, contracts), query: one })),
  ]
  return (
    <div className="topic0-watch">
      <h3>{strings.compare.title}</h3>
      <p className="topic0-muted">{strings.compare.help}</p>
      <div className="topic0-watch-network">
        <ul aria-label={strings.compare.title}>
          {choices.map(({ label, query: one }, at) => (
            // Names may be repeated.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              <button type="button" className="topic0-saved-query" onClick={() => onChoose(one)}>
                <ChainText text={label} />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
