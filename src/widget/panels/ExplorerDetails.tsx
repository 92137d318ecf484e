'use client'
import { useMemo, useState } from 'react'
import type { ComponentProps } from 'react'
import type { AbiEvent } from 'viem'
import type { KnownContract } from '../../components/FilterBuilder/draft/KnownContract.ts'
import { LogDetails } from '../../components/LogDetails/LogDetails.tsx'
import { useBlockTimestamps } from '../../hooks/useBlockTimestamps.ts'
import { useEventLookup } from '../../hooks/useEventLookup.ts'
import { useImplementation } from '../../hooks/useImplementation.ts'
import { useLogs } from '../../hooks/useLogs.ts'
import { createDecoder } from '../../logs/decode/createDecoder.ts'
import type { EventLookup } from '../../logs/lookup/EventLookup.ts'
import { withRef } from '../../components/ui/withRef.ts'

export interface ExplorerDetailsProps extends ComponentProps<typeof LogDetails> {
  chainId: number
  events: readonly AbiEvent[]
  knownEvents: readonly AbiEvent[]
  contracts: readonly KnownContract[]
  lookups: readonly EventLookup[] | undefined
}

/** The details of one log, with its transaction's logs, event lookup and proxy check. */
export const ExplorerDetails = /* @__PURE__ */ withRef(function ExplorerDetails(props: ExplorerDetailsProps) {
  const { chainId, events, knownEvents, contracts, lookups = none, ...rest } = props
  const { log } = rest
  const [wanted, setWanted] = useState<string>()
  const isWanted = wanted === log.transactionHash
  const block = useLogs({
    blockHash: log.blockHash,
    events,
    topics: [],
    knownEvents,
    strict: false,
    chainId,
    query: { enabled: isWanted },
  })
  const blocks = useMemo(
    () => (log.blockTimestamp === undefined ? [log.blockHash] : []),
    [log.blockTimestamp, log.blockHash],
  )
  const times = useBlockTimestamps({ blocks, chainId, reserve: 0 })
  const proxy = useImplementation({ address: log.address, chainId })
  const found = useEventLookup({ log, lookups })
  const candidates = useMemo(
    () => createDecoder(events, { known: knownEvents, lookedUp: found.events }).candidates(log),
    [events, knownEvents, found.events, log],
  )
  const contract = contracts.find(({ address }) => address.toLowerCase() === log.address.toLowerCase())
  const { label, symbol = label, decimals } = contract ?? {}
  const siblings = useMemo(
    () => block.data?.filter((one) => one.transactionHash === log.transactionHash),
    [block.data, log.transactionHash],
  )
  const [failed] = block.errors
  return (
    <LogDetails
      {...rest}
      candidates={candidates}
      implementation={proxy.data ?? undefined}
      proxySearch={{
        status: proxy.isFetching ? 'loading' : proxy.error ? 'error' : proxy.isSuccess ? 'success' : 'idle',
        error: proxy.error,
        onAsk: () => void proxy.refetch(),
      }}
      timestamp={log.blockTimestamp ?? times.data.get(log.blockHash)}
      token={decimals === undefined ? undefined : { symbol: symbol ?? '', decimals }}
      transactionLogs={{
        status: !isWanted
          ? 'idle'
          : block.isFetching
            ? 'loading'
            : (block.error ?? failed)
              ? 'error'
              : 'success',
        logs: siblings,
        error: block.error ?? failed?.error,
        onRead: () => {
          if (isWanted) block.retry()
          else setWanted(log.transactionHash)
        },
      }}
      lookup={{
        status: found.isFetching ? 'loading' : found.error ? 'error' : found.data ? 'success' : 'idle',
        services: lookups,
        error: found.error,
        onLookUp: found.lookUp,
      }}
    />
  )
})

const none: readonly EventLookup[] = []
