'use client'
import { useSyncExternalStore } from 'react'

/** A source of a status that changes. `subscribe` must be the same function at each render. */
export interface StatusSource<status> {
  readonly subscribe: (listener: () => void) => () => void
  readonly getStatus: () => status
}

/** The status of a source that may not exist yet. `initial` until it does, on a server and during hydration. */
export function useStatus<status>(source: StatusSource<status> | undefined, initial: status): status {
  const getInitial = () => initial
  return useSyncExternalStore(
    source?.subscribe ?? subscribeToNothing,
    source?.getStatus ?? getInitial,
    getInitial,
  )
}

const subscribeToNothing = () => () => {}

/** Becomes `true` when a page is hydrated, with `false` as the initial status. */
export const hydration: StatusSource<boolean> = { subscribe: subscribeToNothing, getStatus: () => true }
