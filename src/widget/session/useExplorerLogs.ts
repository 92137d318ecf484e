'use client'
import { useMemo } from 'react'
import type { KnownContract } from '../../components/FilterBuilder/draft/KnownContract.ts'
import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { useLogs } from '../../hooks/useLogs.ts'
import type { LogRow } from '../../logs/Log.ts'
import { createLogList } from '../../logs/list/LogList.ts'
import type { LogList } from '../../logs/list/LogList.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { wellKnownEvents } from '../../logs/decode/wellKnownEvents.ts'
import { eventsOf } from './eventsOf.ts'
import type { ExplorerProps } from './ExplorerProps.ts'
import { toTopicsQuery } from './toTopicsQuery.ts'
import { useFreshPrices } from './useFreshPrices.ts'
import { useMatching } from './useMatching.ts'
import type { KnownLogs } from './useMatching.ts'
import { useScanBrake } from './useScanBrake.ts'
import { useScanGate } from './useScanGate.ts'
import { useTakenBack } from './useTakenBack.ts'

interface ExplorerLogsOptions extends Pick<ExplorerProps, 'knownEvents'> {
  contracts: readonly KnownContract[]
  chainId: number
  pollingInterval: number
  confirmAbove: number
  liveOn: boolean
}

/** The logs of a query once its price was agreed to, decoded by all that is known, held to its conditions. */
export function useExplorerLogs(query: LogSearch | undefined, options: ExplorerLogsOptions) {
  const { contracts, chainId, pollingInterval, confirmAbove, liveOn } = options
  const events = useMemo(() => eventsOf(query, contracts), [query, contracts])
  const known = options.knownEvents ?? wellKnownEvents()
  const question = query && toTopicsQuery(query)
  const invalid = question instanceof InvalidQueryError ? question : undefined
  const valid = question instanceof InvalidQueryError ? undefined : question
  const gate = useScanGate(valid, { chainId, confirmAbove })
  // What ends cannot be followed.
  const canFollow = valid !== undefined && !valid.blockHash && (valid.toBlock ?? 'latest') === 'latest'
  const scan = useLogs({
    ...valid,
    live: liveOn && canFollow,
    pollingInterval: Math.min(pollingInterval, 4_000),
    events,
    knownEvents: known,
    strict: false,
    chainId,
    query: { enabled: valid !== undefined && gate.open },
  })
  const brake = useScanBrake(valid, chainId, scan)
  useFreshPrices(scan.isFetching)
  const all: LogList<LogRow> = scan.data ?? emptyList
  const where = query?.where
  const matching = useMatching({ logs: all, coverage: scan.coverage }, { where }, nothingKnown)
  const withTakenBack = useTakenBack(matching.logs, scan.reorg, { events, known, where })
  return { events, known, invalid, valid, gate, canFollow, scan, brake, all, matching, withTakenBack }
}

const emptyList = createLogList<LogRow>([])
const nothingKnown: KnownLogs = { logs: emptyList, coverage: undefined }
