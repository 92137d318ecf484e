'use client'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import type { AbiEvent } from 'viem'
import type { KnownContract } from '../components/FilterBuilder/draft/KnownContract.ts'
import type { LogSearch } from '../logs/filter/LogSearch.ts'
import type { EventLookup } from '../logs/lookup/EventLookup.ts'
import { ExplorerView } from './ExplorerView.tsx'
import { useShareLink } from './link/useShareLink.ts'

export interface ExplorerProps extends Omit<ComponentProps<'section'>, 'children'> {
  contracts?: readonly KnownContract[] | undefined
  knownEvents?: readonly AbiEvent[] | undefined
  defaultQuery?: LogSearch | undefined
  urlState?: boolean | undefined
  theme?: 'light' | 'dark' | 'system' | undefined
  pollingInterval?: number | undefined
  confirmAbove?: number | undefined
  lookups?: readonly EventLookup[] | undefined
  defaultLive?: boolean | undefined
}

/** Hooks joined to components: what {@link LogExplorer} shows once there are providers. */
export function Explorer({ urlState = false, defaultLive = false, ...props }: ExplorerProps) {
  const link = useShareLink(urlState)
  const [liveOn, setLiveOn] = useState(defaultLive)
  // Nothing is asked of a network that is about to be left before anything was shown.
  if (!link.isReady) return null
  return <ExplorerView {...props} {...{ urlState, link, liveOn }} onLive={setLiveOn} />
}
