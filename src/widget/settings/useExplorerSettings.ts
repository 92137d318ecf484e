'use client'
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { ExplorerSettings } from './ExplorerSettings.ts'
import { settingsStorage } from './settingsStorage.ts'

const usual: ExplorerSettings = { view: {}, pane: 'logs', groups: {}, chart: undefined, chartBy: 'block' }

/** How logs are shown: as chosen here, else as a link says, else as the browser remembers. */
export function useExplorerSettings(linked: Partial<ExplorerSettings>) {
  // What a server drew has no memory: it comes when the page is alive.
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
  /** Another link was opened: what it says counts. */
  const restart = () => {
    setRemembered(settingsStorage.read())
    setChosen({})
  }
  return { settings, change, restart }
}

const never = () => () => {}
const yes = () => true
const no = () => false
