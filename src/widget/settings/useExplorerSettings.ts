'use client'
import { useMemo, useState } from 'react'
import { hydration, useStatus } from '../../hooks/useStatus.ts'
import { parseExplorerSettings, type ExplorerSettings } from './ExplorerSettings.ts'

const defaults: ExplorerSettings = { view: {}, pane: 'logs', groups: {}, chart: undefined, chartBy: 'block' }

/** The view settings: chosen here, else from the link, else from storage. */
export function useExplorerSettings(linked: Partial<ExplorerSettings>) {
  // Read after hydration, because the server has no storage.
  const isHydrated = useStatus(hydration, false)
  const first = useMemo(() => (isHydrated ? settingsStorage.read() : {}), [isHydrated])
  const [remembered, setRemembered] = useState<Partial<ExplorerSettings>>()
  const [chosen, setChosen] = useState<Partial<ExplorerSettings>>({})
  const settings: ExplorerSettings = { ...defaults, ...(remembered ?? first), ...linked, ...chosen }
  const change = (changes: Partial<ExplorerSettings>): ExplorerSettings => {
    const next = { ...settings, ...changes }
    setChosen({ ...chosen, ...changes })
    settingsStorage.write(next)
    return next
  }
  /** Applies the settings of a newly opened link. */
  const restart = () => {
    setRemembered(settingsStorage.read())
    setChosen({})
  }
  return { settings, change, restart }
}

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
