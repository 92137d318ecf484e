'use client'
import { useStrings } from '../strings/useStrings.ts'
import * as icons from '../ui/icons.tsx'
import { visibleText } from '../values/visibleText.ts'
import type { TableView } from './columns/useTableView.ts'
import { tableToolsStrings } from './model/tableToolsStrings.ts'

/** The filters of the loaded logs, each with a button that removes it. */
export function FilterChips({ view }: { view: TableView }) {
  const strings = useStrings(tableToolsStrings)
  return view.filters.map((filter) => {
    const what = visibleText(filter.label ?? filter.values[0] ?? '')
    const text = filter.mode === 'only' ? strings.filteredOnly(what) : strings.filteredNot(what)
    return (
      <button
        key={JSON.stringify(filter)}
        type="button"
        className="topic0-pill topic0-log-table-filter"
        aria-label={strings.removeFilter(text)}
        title={strings.removeFilter(text)}
        onClick={() => view.update({ filters: view.filters.filter((other) => other !== filter) })}
      >
        <span>{text}</span>
        {icons.cross}
      </button>
    )
  })
}
