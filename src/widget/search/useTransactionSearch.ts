'use client'
import { useEffect, useRef, useState } from 'react'
import type { Hash } from 'viem'
import { searchStrings } from '../../components/locales/searchStrings.ts'
import { errorLine } from '../../components/strings/errorWords.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { useLogsConfig } from '../../hooks/useLogsConfig.ts'
import type { LogTransaction } from '../../logs/lookup/LogTransaction.ts'
import { lazyChainReads } from '../../query/lazyEngine.ts'
import type { Network } from '../../rpc/networks/Network.ts'

/** Reads a transaction by its hash and calls `onFound` with it; `message` says how that goes. */
export function useTransactionSearch(network: Network, onFound: (transaction: LogTransaction) => void) {
  const strings = useStrings(searchStrings)
  const config = useLogsConfig()
  const [message, setMessage] = useState<string>()
  const search = useRef<AbortController>(undefined)
  useEffect(() => () => search.current?.abort(), [])

  async function start(hash: Hash) {
    // Enter was pressed again.
    if (search.current && !search.current.signal.aborted) return
    const controller = (search.current = new AbortController())
    const { signal } = controller
    setMessage(strings.searching)
    try {
      // The pool loads after the first paint.
      const { readTransaction } = await lazyChainReads.load()
      const found = await readTransaction(config.getClient(network.id), hash, { signal })
      if (signal.aborted) return
      if (found) onFound(found)
      else setMessage(strings.transactionNotFound(network.name))
    } catch (error) {
      if (!signal.aborted) setMessage(error instanceof Error ? errorLine(error, strings) : String(error))
    } finally {
      controller.abort()
    }
  }
  function cancel() {
    search.current?.abort()
    setMessage(undefined)
  }
  return { message, start, cancel }
}
