'use client'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { InvalidQueryError } from '../errors.ts'
import { useNetwork } from '../hooks/useNetwork.ts'
import type { LogSearch } from '../logs/LogSearch.ts'
import { parseShareLink } from '../logs/spec/parseShareLink.ts'

export interface ShareLink {
  /** Changes with the link. */
  readonly text: string
  /** What the link asks for. */
  readonly search: LogSearch | undefined
  /** Why the link cannot be read. */
  readonly error: InvalidQueryError | undefined
}

/** The query in the page's address, and its network, when they are asked for. */
export function useShareLink(isOn: boolean): ShareLink {
  const text = useSyncExternalStore(isOn ? onHashChange : never, isOn ? readHash : readNothing, readNothing)
  const { networks, switchNetwork } = useNetwork()
  const link = useMemo(() => ({ text, ...read(text) }), [text])
  const wanted = /[#&]network=(\d{1,15})(?:&|$)/.exec(text)?.[1]
  const networkId = networks.find(({ id }) => String(id) === wanted)?.id
  useEffect(() => {
    if (networkId !== undefined) switchNetwork(networkId)
  }, [networkId, switchNetwork])
  return link
}

const onHashChange = (listener: () => void) => {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
const never = () => () => {}
const readHash = () => location.hash
const readNothing = () => ''

function read(text: string): Omit<ShareLink, 'text'> {
  if (text.length < 2) return { search: undefined, error: undefined }
  try {
    return { search: parseShareLink(text), error: undefined }
  } catch (error) {
    if (error instanceof InvalidQueryError) return { search: undefined, error }
    throw error
  }
}
