'use client'
import type { ExplorerProps } from './session/ExplorerProps.ts'
import { useState } from 'react'
import { ExplorerView } from './ExplorerView.tsx'
import { useShareLink } from './link/useShareLink.ts'

/** Hooks joined to components: what {@link LogExplorer} shows once there are providers. */
export function Explorer({ urlState = false, defaultLive = false, ...props }: ExplorerProps) {
  const link = useShareLink(urlState)
  const [liveOn, setLiveOn] = useState(defaultLive)
  // Nothing is asked of a network that is about to be left before anything was shown.
  if (!link.isReady) return null
  return <ExplorerView {...props} {...{ urlState, link, liveOn }} onLive={setLiveOn} />
}
