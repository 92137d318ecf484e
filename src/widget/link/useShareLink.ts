'use client'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { useStatus } from '../../hooks/useStatus.ts'
import { parseShareLink } from '../../logs/filter/formats/parseShareLink.ts'
import { textProblem } from '../../logs/filter/formats/textProblem.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import type { Network } from '../../rpc/networks/Network.ts'
import type { ExplorerSettings } from '../settings/ExplorerSettings.ts'
import { LinkStore, notRead, type LinkSnapshot } from './LinkStore.ts'
import { readLinkState } from './readLinkState.ts'

export interface ShareLink {
  /** Changes with each link that is opened. Negative until the page is hydrated and its address is read. */
  readonly key: number
  /** The link's query. */
  readonly search: LogSearch | undefined
  /** The link's view settings. */
  readonly settings: Partial<ExplorerSettings>
  /** The query next to the link's own. */
  readonly compared: LogSearch | undefined
  /** Why the link, or a part of it if `search` is set, is invalid. */
  readonly error: InvalidQueryError | undefined
  /** Whether the link's network has become the current one. After that, the user may choose another. */
  readonly isReady: boolean
  /** Opens another link: its network, query and view. */
  readonly open: (link: string) => void
  /** Writes a link into the page's URL, if enabled. */
  readonly write: (link: string, as: 'push' | 'replace') => void
}

/** The link of a page, and its history if that is synced. */
export interface PageLink extends ShareLink {
  readonly store: LinkStore | undefined
}

/** Syncs query, network and view with the page's URL fragment if `isOn`; opens pasted links in any case. */
export function useShareLink(isOn: boolean): PageLink {
  const [store] = useState(() => new LinkStore())
  const addressed = useStatus(isOn ? store : undefined, notRead)
  // Without URL state, links can still be pasted.
  const [pasted, setPasted] = useState<LinkSnapshot>({ text: '', key: 0 })
  const { text, key } = isOn ? addressed : pasted
  const { network, networks, switchNetwork } = useNetwork()
  const link = useMemo(() => read(text, networks), [text, networks])
  const wanted = link.chainId
  // Once per link: then another network may be chosen. Until its network is current, the previous link applies.
  const [settled, setSettled] = useState<{ key: number; link: typeof link }>()
  const isSettled = settled?.key === key || wanted === undefined || wanted === network.id
  if (isSettled && settled?.key !== key) setSettled({ key, link })
  useLayoutEffect(() => {
    if (!isSettled && wanted !== undefined) switchNetwork(wanted)
  }, [isSettled, wanted, switchNetwork])
  const shown = isSettled || !settled ? { key, link } : settled
  const open = (given: string) => {
    const fragment = `#${given.slice(given.indexOf('#') + 1)}`
    if (isOn) store.open(fragment)
    else setPasted({ text: fragment, key: key + 1 })
  }
  return {
    key: shown.key,
    ...shown.link,
    isReady: isSettled || settled !== undefined,
    open,
    write: isOn ? store.write : writeNothing,
    store: isOn ? store : undefined,
  }
}

const writeNothing = () => {}

function read(text: string, networks: readonly Network[]) {
  const { chainId, settings, compared, hasQuery, issues } = readLinkState(text)
  const known = networks.some(({ id }) => id === chainId)
  const nothing = { chainId: known ? chainId : undefined, settings, compared, search: undefined }
  // Queries for one chain are never run on another.
  if (chainId !== undefined && !known) {
    const unknown = { path: 'network', ...textProblem('link-network-unknown', `${chainId}`) }
    return { ...nothing, compared: undefined, error: new InvalidQueryError([unknown, ...issues]) }
  }
  const partly = issues.length > 0 ? new InvalidQueryError(issues) : undefined
  if (!hasQuery) return { ...nothing, error: partly }
  try {
    return { ...nothing, search: parseShareLink(text), error: partly }
  } catch (error) {
    if (!(error instanceof InvalidQueryError)) throw error
    return { ...nothing, error: new InvalidQueryError([...error.issues, ...issues]) }
  }
}

/** While something covers the page, Back calls `onBack` and keeps the query. Without URL state, the page's history is not touched. */
export function useHistoryStep({ store }: PageLink, isCovered: boolean, onBack: () => void): void {
  useEffect(() => {
    if (isCovered) store?.cover(onBack)
    else store?.uncover()
  })
  useEffect(() => store?.forgetStep, [store])
}
