'use client'
import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { InvalidQueryError } from '../errors.ts'
import { useNetwork } from '../hooks/useNetwork.ts'
import type { LogSearch } from '../logs/LogSearch.ts'
import { parseShareLink } from '../logs/spec/parseShareLink.ts'
import type { ExplorerSettings } from './ExplorerSettings.ts'
import { readLinkState } from './readLinkState.ts'
import { createLinkStore, noLink } from './linkStore.ts'

export interface ShareLink {
  /** Changes with each link that is opened. */
  readonly key: number
  /** What the link asks for. */
  readonly search: LogSearch | undefined
  /** How it shows that. */
  readonly settings: Partial<ExplorerSettings>
  /** Why the link cannot be read. */
  readonly error: InvalidQueryError | undefined
  /** Whether its network is the current one, or was: then the choice is free again. */
  readonly isReady: boolean
  /** Puts a link into the page's address, when links are asked for. */
  readonly write: (link: string, as: 'push' | 'replace') => void
}

/** The query in the page's address, with its network and view, when they are asked for. */
export function useShareLink(isOn: boolean): ShareLink {
  const [store] = useState(createLinkStore)
  const { text, key } = useSyncExternalStore(
    isOn ? store.subscribe : never,
    isOn ? store.getSnapshot : readNothing,
    readNothing,
  )
  const { network, networks, switchNetwork } = useNetwork()
  const link = useMemo(() => read(text), [text])
  const wanted = networks.find(({ id }) => id === link.networkId)?.id
  // Once for each link: then another network may be chosen.
  const [settled, setSettled] = useState<number>()
  const isReady = settled === key || wanted === undefined || wanted === network.id
  if (isReady && settled !== key) setSettled(key)
  useLayoutEffect(() => {
    if (!isReady && wanted !== undefined) switchNetwork(wanted)
  }, [isReady, wanted, switchNetwork])
  return { key, ...link, isReady, write: isOn ? store.write : writeNothing }
}

const never = () => () => {}
const readNothing = () => noLink
const writeNothing = () => {}

function read(text: string) {
  const { networkId, settings, hasQuery } = readLinkState(text)
  const nothing = { networkId, settings, search: undefined, error: undefined }
  if (!hasQuery) return nothing
  try {
    return { ...nothing, search: parseShareLink(text) }
  } catch (error) {
    if (error instanceof InvalidQueryError) return { ...nothing, error }
    throw error
  }
}
