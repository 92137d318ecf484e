'use client'
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { ExplorerSettings } from './ExplorerSettings.ts'
import { settingsStorage } from './settingsStorage.ts'

const usual: ExplorerSettings = { view: {}, pane: 'logs', groups: {}, chart: undefined, chartBy: 'block' }

/** The view settings: chosen here, else from the link, else from storage. */
export function useExplorerSettings(linked: Partial<ExplorerSettings>) {
  // Read after hydration, because the server has no storage.
  const isAlive = useSyncExternalStore(never, yes, no)
  const first = useMemo(() => (isAlive ? settingsStorage.read() : {}), [isAlive])
  const [remembered, setRemembered] = useState<Partial<ExplorerSettings>>()
  const [chosen, setChosen] = useState<Partial<ExplorerSettings>>({})
  const settings: ExplorerSettings = { ...usual, ...(remembered ?? first), ...linked, ...chosen }
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

const never = () => () => {}
const yes = () => true
const no = () => false
