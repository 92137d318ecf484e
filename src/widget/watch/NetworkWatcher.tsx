'use client'
import { useEffect } from 'react'
import { useLogsConfig } from '../../hooks/useLogsConfig.ts'
import { parseShareLink } from '../../logs/filter/formats/parseShareLink.ts'
import { toShareLink } from '../../logs/filter/formats/toShareLink.ts'
import { blockNumberQueryOptions } from '../../query/blocks.ts'
import { useFirstQueryClient } from '../../react/useFirstQueryClient.ts'
import { useLatest } from '../../react/useLatest.ts'
import { useSavedQueries } from '../session/QueryStore.ts'
import { startWatcher } from './startWatcher.ts'
import type { NetworkWatch, WatchNews } from './WatchState.ts'
import { watchStore } from './WatchStore.ts'

interface NetworkWatcherProps {
  watch: NetworkWatch
  pollingInterval: number
  onNews: (chainId: number, news: readonly WatchNews[]) => void
}

/** Watches the saved queries of a network while it is mounted. Renders nothing. */
export function NetworkWatcher({
  watch: { chainId, queries },
  pollingInterval,
  onNews,
}: NetworkWatcherProps) {
  const config = useLogsConfig()
  const client = useFirstQueryClient()
  const { saved } = useSavedQueries(chainId)
  const watched = saved.filter(({ name }) => queries.some((one) => one.name === name))
  // As text, because lists are parsed again whenever another tab stores something.
  const links = JSON.stringify(watched.map(({ name, query }) => [name, toShareLink(query)]))
  const latest = useLatest(onNews)
  useEffect(() => {
    const list = (JSON.parse(links) as [name: string, link: string][]).map(([name, link]) => ({
      name,
      query: parseShareLink(link),
    }))
    if (list.length === 0) return undefined
    return startWatcher({
      ...{ config, chainId, store: watchStore, saved: list, pollingInterval },
      readHead: async () =>
        BigInt(
          await client.fetchQuery({ ...blockNumberQueryOptions(config, { chainId }), staleTime: 60_000 }),
        ),
      onNews: (news) => latest.current(chainId, news),
    })
  }, [links, config, client, chainId, pollingInterval, latest])
  return null
}
