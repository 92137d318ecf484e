'use client'
import { useMemo, type ComponentProps } from 'react'
import type { AbiEvent } from 'viem'
import { LogDetails } from '../../components/LogDetails/LogDetails.tsx'
import { withRef } from '../../components/ui/withRef.ts'
import { useBlockTimestamps } from '../../hooks/useBlockTimestamps.ts'
import { useEventLookup } from '../../hooks/useEventLookup.ts'
import { useImplementation } from '../../hooks/useImplementation.ts'
import { noPlaceholder } from '../../hooks/useLogsQuery.ts'
import { useLogTransaction } from '../../hooks/useLogTransaction.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { createDecoder } from '../../logs/decode/createDecoder.ts'
import { decodeRow } from '../../logs/list/LogRows.ts'
import type { LogRow } from '../../logs/Log.ts'
import type { EventLookup } from '../../logs/lookup/EventLookup.ts'
import type { ContractAbi } from '../session/explorerContracts.ts'
import { requestStatus } from '../session/requestStatus.ts'
import { useTokenReader } from '../session/useTokenReader.ts'
import { decodeCall } from './decodeCall.ts'
import { traceLinks } from './traceLinks.ts'

export interface ExplorerDetailsProps extends ComponentProps<typeof LogDetails> {
  chainId: number
  events: readonly AbiEvent[]
  knownEvents: readonly AbiEvent[]
  abis: readonly ContractAbi[]
  lookups: readonly EventLookup[] | undefined
}

/** The details of one log, with its transaction's logs, event lookup and proxy check. */
export const ExplorerDetails = /* @__PURE__ */ withRef(function ExplorerDetails(props: ExplorerDetailsProps) {
  const { chainId, events, knownEvents, abis, lookups = none, ...rest } = props
  const { log: selected } = rest
  const decoder = useMemo(
    () => createDecoder(events, { strict: false, known: knownEvents }),
    [events, knownEvents],
  )
  // Decoded again: its ABI may have changed since it was selected.
  const log = useMemo(
    (): LogRow => ({ ...selected, decoded: decoder.decode(selected), misfit: decoder.misfit(selected) }),
    [selected, decoder],
  )
  const transaction = useLogTransaction({ hash: log.transactionHash, chainId, query: ofThisLog })
  const { network } = useNetwork()
  const blocks = useMemo(
    () => (log.blockTimestamp === undefined ? [log.blockHash] : []),
    [log.blockTimestamp, log.blockHash],
  )
  const times = useBlockTimestamps({ blocks, chainId, reserve: 0 })
  const proxy = useImplementation({ address: log.address, chainId, query: ofThisLog })
  const tokens = useTokenReader(chainId)
  const tokenRead = tokens.last?.addresses[0] === log.address ? tokens.last : undefined
  const found = useEventLookup({ log, lookups, query: ofThisLog })
  const candidates = useMemo(
    () => createDecoder(events, { known: knownEvents, lookedUp: found.events }).candidates(log),
    [events, knownEvents, found.events, log],
  )
  const siblings = useMemo(
    () => transaction.data?.logs.map((one) => decodeRow(one, decoder)),
    [transaction.data, decoder],
  )
  const ofContract = abis.find(({ address }) => address?.toLowerCase() === log.address.toLowerCase())?.abi
  const links = useMemo(() => traceLinks(network), [network])
  const call = useMemo(
    () => (transaction.data ? decodeCall(transaction.data, abis) : undefined),
    [transaction.data, abis],
  )
  return (
    <LogDetails
      {...rest}
      links={links}
      log={log}
      candidates={candidates}
      // Contracts that are kept for their name only have an empty one.
      abi={ofContract?.length ? ofContract : undefined}
      implementation={proxy.data ?? undefined}
      proxySearch={{
        status: requestStatus(proxy),
        error: proxy.error,
        onCheck: () => void proxy.refetch(),
      }}
      timestamp={log.blockTimestamp ?? times.data.get(log.blockHash)}
      tokenSearch={{
        status: tokenRead?.status ?? 'idle',
        error: tokenRead?.error,
        onRead: () => void tokens.read([log.address]),
      }}
      transaction={{ data: transaction.data, call, currency: network.nativeCurrency }}
      transactionLogs={{
        status: requestStatus(transaction),
        logs: siblings,
        error: transaction.error,
        onRead: () => void transaction.refetch(),
      }}
      lookup={{
        status: requestStatus(found),
        services: lookups,
        error: found.error,
        onLookUp: found.lookUp,
      }}
    />
  )
})

const none: readonly EventLookup[] = []
/** Data of the previous log does not apply to this one. */
const ofThisLog = { placeholderData: noPlaceholder }
