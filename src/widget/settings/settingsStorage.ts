import { parseExplorerSettings } from './ExplorerSettings.ts'
import type { ExplorerSettings } from './ExplorerSettings.ts'

// The version changes when older pages cannot read the value.
const key = 'topic0:explorer:1'

/** The explorer's settings in `localStorage`. Never throws. */
export const settingsStorage = {
  read(): Partial<ExplorerSettings> {
    try {
      return parseExplorerSettings(JSON.parse(localStorage.getItem(key) ?? 'null'))
    } catch {
      // Without readable settings, starts as on the first visit.
      return {}
    }
  },
  write({ view, groups: _groups, ...more }: ExplorerSettings): void {
    // Filters and groups belong to the current query and are not stored.
    const { filters: _filters, ...looks } = view
    try {
      localStorage.setItem(key, JSON.stringify({ ...more, view: looks }))
    } catch {
      // Full or not allowed: settings last for this visit only.
    }
  },
}
