'use client'
import { useState } from 'react'
import type { LogTableProps } from '../../components/LogTable/model/LogTableProps.ts'
import type { LogRow } from '../../logs/Log.ts'
import type { LogTransaction } from '../../logs/lookup/LogTransaction.ts'
import { useChanged } from '../../react/useChanged.ts'
import type { Network } from '../../rpc/networks/Network.ts'

/** A transaction without logs, and the network it is on. */
export interface FoundTransaction {
  readonly transaction: LogTransaction
  readonly network: Network
}

/** What the details show: a log of the query or of the one next to it, or a transaction. Closed by another network. */
export function useDetails(chainId: number) {
  const [shown, setShown] = useState<LogRow | FoundTransaction>()
  const [isOfSecond, setOfSecond] = useState(false)
  const [reveal, setReveal] = useState<LogTableProps['reveal']>()
  const isTransaction = shown !== undefined && 'transaction' in shown
  function show(next: LogRow | FoundTransaction | undefined, isNextOfSecond = false) {
    setShown(next)
    setOfSecond(isNextOfSecond)
  }
  if (useChanged(chainId)) {
    show(undefined)
    setReveal(undefined)
  }
  return {
    /** The log whose details are shown. */
    selected: isTransaction ? undefined : shown,
    /** Whether it is one of the query next to this one. */
    isOfSecond,
    select: show as (log: LogRow | undefined, isOfSecond?: boolean) => void,
    /** The transaction shown instead of a log's details. The query and its results stay. */
    transaction: isTransaction ? shown : undefined,
    showTransaction: show as (found: FoundTransaction) => void,
    reveal,
    setReveal,
  }
}
