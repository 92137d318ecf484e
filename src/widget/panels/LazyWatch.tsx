'use client'
import type { ExplorerWatchProps } from '../watch/ExplorerWatch.tsx'
import { useLazyPanels } from './useLazyPanels.tsx'

/** {@link ExplorerWatch}, once it is loaded. */
export function LazyWatch(props: ExplorerWatchProps) {
  const { panels } = useLazyPanels()
  return panels ? <panels.ExplorerWatch {...props} /> : null
}
