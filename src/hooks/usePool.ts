'use client'
import { useSyncExternalStore } from 'react'
import type { Client } from 'viem'
import { lazyEngine } from '../query/lazyEngine.ts'
import type { Pool } from '../rpc/Pool.ts'

/** The pool of a client; `undefined` until its code is loaded, on a server and during hydration. */
export function usePool(client: Client | undefined): Pool | undefined {
  const engine = useSyncExternalStore(lazyEngine.subscribe, lazyEngine.loaded, () => undefined)
  return client && engine?.getPool(client)
}
