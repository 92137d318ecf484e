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
      // No storage, or not ours any more: as on the first visit.
      return {}
    }
  },
  write({ view, groups: _groups, ...more }: ExplorerSettings): void {
    // Which logs are left out, and by which of their arguments they are counted, belongs to the query at hand.
    const { filters: _filters, ...looks } = view
    try {
      localStorage.setItem(key, JSON.stringify({ ...more, view: looks }))
    } catch {
      // Full, or not allowed: it is for this visit alone.
    }
  },
}
