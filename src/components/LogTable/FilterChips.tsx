'use client'
import type { LocalFilter } from '../../logs/filter/LocalFilter.ts'
import { useStrings } from '../strings/useStrings.ts'
import * as icons from '../ui/icons.tsx'
import { visibleText } from '../values/visibleText.ts'
import type { TableView } from './columns/useTableView.ts'
import { tableToolsStrings } from './model/tableToolsStrings.ts'

/** The filters of the loaded logs, each with a button that removes it. */
export function FilterChips({ view }: { view: TableView }) {
  return view.filters.map((filter) => (
    <FilterChip
      key={JSON.stringify(filter)}
      filter={filter}
      onRemove={() => view.update({ filters: view.filters.filter((other) => other !== filter) })}
    />
  ))
}

function FilterChip({ filter, onRemove }: { filter: LocalFilter; onRemove: () => void }) {
  const strings = useStrings(tableToolsStrings)
  const what = visibleText(filter.label ?? filter.values[0] ?? '')
  const text = filter.mode === 'only' ? strings.filteredOnly(what) : strings.filteredNot(what)
  return (
    <button
      type="button"
      className="topic0-pill topic0-log-table-filter"
      aria-label={strings.removeFilter(text)}
      title={strings.removeFilter(text)}
      onClick={onRemove}
    >
      <span>{text}</span>
      {icons.cross}
    </button>
  )
}
