'use client'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { FollowChange } from '../logs/follow/FollowState.ts'
import type { ParsedLogQuery } from '../logs/ParsedLogQuery.ts'
import type { LogsConfig } from '../query/createLogsConfig.ts'
import { nothingLive } from '../query/LiveQuery.ts'
import type { LiveQueryState } from '../query/LiveQuery.ts'
import { liveQueryOf } from '../query/liveQueryOf.ts'

export interface FollowingParameters {
  readonly queryKey: QueryKey
  readonly networkId: number
  /** What to follow; `undefined` follows nothing. */
  readonly query: ParsedLogQuery | undefined
  readonly pollingInterval: number | undefined
  readonly onReorg: ((change: FollowChange) => void) | undefined
}

const getNothing = () => nothingLive
const subscribeToNothing = () => () => {}

/** Keeps a query's result up to date while a component shows it. */
export function useFollowing(config: LogsConfig, parameters: FollowingParameters): LiveQueryState {
  const { query, onReorg, ...rest } = parameters
  const queryClient = useQueryClient()
  const live = query && liveQueryOf({ config, queryClient, query, ...rest })
  const state = useSyncExternalStore(
    live?.subscribe ?? subscribeToNothing,
    live?.getState ?? getNothing,
    getNothing,
  )
  const latest = useRef(onReorg)
  useEffect(() => {
    latest.current = onReorg
  })
  useEffect(() => live?.onChange((change) => change.reorg && latest.current?.(change)), [live])
  return state
}
