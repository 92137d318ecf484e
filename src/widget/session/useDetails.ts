'use client'
import { useState } from 'react'
import type { LogRow } from '../../logs/Log.ts'
import type { LogTransaction } from '../../logs/lookup/LogTransaction.ts'
import type { Network } from '../../rpc/networks/Network.ts'

/** A transaction without logs, and the network it is on. */
export interface FoundTransaction {
  readonly transaction: LogTransaction
  readonly network: Network
}

/** What the details show: a log of the query or of the one next to it, or a transaction. */
export function useDetails() {
  const [shown, setShown] = useState<LogRow | FoundTransaction>()
  const [isOfSecond, setOfSecond] = useState(false)
  const isTransaction = shown !== undefined && 'transaction' in shown
  return {
    selected: isTransaction ? undefined : shown,
    transaction: isTransaction ? shown : undefined,
    /** Whether the log is one of the query next to this one. */
    isOfSecond,
    select(next: LogRow | FoundTransaction | undefined, isNextOfSecond = false) {
      setShown(next)
      setOfSecond(isNextOfSecond)
    },
  }
}
