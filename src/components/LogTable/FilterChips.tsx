'use client'
import { useStrings } from '../strings/useStrings.ts'
import * as icons from '../ui/icons.tsx'
import { visibleText } from '../values/visibleText.ts'
import type { TableView } from './columns/useTableView.ts'
import { tableToolsStrings } from './model/tableToolsStrings.ts'

/** The filters of the loaded logs, each a button that removes it. */
export function FilterChips({ view }: { view: Pick<TableView, 'filters' | 'update'> }) {
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
        onClick={({ currentTarget }) => {
          focusNext(currentTarget)
          view.update({ filters: view.filters.filter((other) => other !== filter) })
        }}
      >
        <span>{text}</span>
        {icons.cross}
      </button>
    )
  })
}

/** Moves focus from a button that will be unmounted to the control after it, or before it. */
function focusNext(button: HTMLElement) {
  const bar = button.closest('.topic0-log-table-bar, .topic0-log-groups-bar')
  const controls = [...(bar?.querySelectorAll<HTMLElement>('button, select') ?? [])]
  const at = controls.indexOf(button)
  const next = controls[at + 1] ?? controls[at - 1]
  next?.focus()
}
