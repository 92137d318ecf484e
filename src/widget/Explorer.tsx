'use client'
import type { ExplorerProps } from './session/ExplorerProps.ts'
import { useState } from 'react'
import { ExplorerView } from './ExplorerView.tsx'
import { useShareLink } from './link/useShareLink.ts'

/** Joins hooks to components: the content of {@link LogExplorer} inside its providers. */
export function Explorer({
  urlState = false,
  live,
  defaultLive = false,
  onLiveChange,
  ...props
}: ExplorerProps) {
  const link = useShareLink(urlState)
  const [ownLive, setOwnLive] = useState(defaultLive)
  const onLive = (on: boolean) => {
    setOwnLive(on)
    onLiveChange?.(on)
  }
  // Avoids requests to a network that the link is about to replace.
  if (!link.isReady) return null
  return <ExplorerView {...props} {...{ urlState, link, onLive }} liveOn={live ?? ownLive} />
}
