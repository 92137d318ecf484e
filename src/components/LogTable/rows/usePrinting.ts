'use client'
import { useSyncExternalStore } from 'react'

let printing = false
const listeners = new Set<() => void>()

/** Whether the page is being printed. Browsers report it before layout, so a synchronous render reaches the paper. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => printing,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
    printing = false
  }
}

const begin = () => say(true)
const end = () => say(false)

function say(now: boolean): void {
  printing = now
  for (const listener of listeners) listener()
}
