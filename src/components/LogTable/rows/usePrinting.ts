'use client'
import { useSyncExternalStore } from 'react'
import { Listeners } from '../../../base/Listeners.ts'

let isPrinting = false
const listeners = /* @__PURE__ */ new Listeners()

/** Whether the page is being printed. Browsers report it before layout, so a synchronous render reaches the paper. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('beforeprint', onPrint)
    addEventListener('afterprint', onPrint)
  }
  const remove = listeners.add(listener)
  return () => {
    remove()
    if (listeners.size > 0) return
    removeEventListener('beforeprint', onPrint)
    removeEventListener('afterprint', onPrint)
    isPrinting = false
  }
}

function onPrint({ type }: Event): void {
  isPrinting = type === 'beforeprint'
  listeners.notify()
}
