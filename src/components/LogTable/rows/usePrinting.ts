'use client'
import { useSyncExternalStore } from 'react'
import { Listeners } from '../../../base/Listeners.ts'

let isPrinting = false
const listeners = /* @__PURE__ */ new Listeners(() => {
  addEventListener('beforeprint', onPrint)
  addEventListener('afterprint', onPrint)
  return () => {
    removeEventListener('beforeprint', onPrint)
    removeEventListener('afterprint', onPrint)
    isPrinting = false
  }
})

/** Whether the page is being printed. Browsers report it before layout, so a synchronous render reaches the paper. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    listeners.add,
    () => isPrinting,
    () => false,
  )
}

function onPrint({ type }: Event): void {
  isPrinting = type === 'beforeprint'
  listeners.notify()
}
