'use client'
import type { Client } from 'viem'
import type { RequestEvent } from '../base/RequestEvent.ts'
import type { RequestLog } from '../rpc/Pool.ts'
import { usePool } from './usePool.ts'
import { useStatus } from './useStatus.ts'

/** The latest calls of a client's pool, and a function to clear them. Sends no request. */
export function useRequestLog(client: Client | undefined): {
  readonly requests: readonly RequestEvent[]
  readonly clear: RequestLog['clear'] | undefined
} {
  const log = usePool(client)?.requests
  return { requests: useStatus(log, none), clear: log?.clear }
}

const none: readonly RequestEvent[] = []
