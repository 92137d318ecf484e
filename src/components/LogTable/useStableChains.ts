'use client'
import { useMemo, useState } from 'react'
import type { ChainLogsResult } from '../../logs/snapshot/LogsResult.ts'
import type { LogTableProps } from './model/LogTableProps.ts'

/** The results of several chains: the same array until a field changes that gaps are computed from. */
export function useStableChains(chains: readonly ChainLogsResult[] | undefined) {
  const [known, setKnown] = useState(chains)
  const isKnown =
    chains?.length === known?.length &&
    chains?.every((chain, at) => {
      const { coverage, data, head, isFetching, retryRange } = known![at]!
      return (
        chain.coverage === coverage &&
        chain.data === data &&
        (chain.head === head || !coverage?.pending.length) &&
        chain.isFetching === isFetching &&
        chain.retryRange === retryRange
      )
    })
  if (chains !== known && !isKnown) setKnown(chains)
  return known
}

type Network = Pick<ChainLogsResult, 'name' | 'explorerUrl'>

/** The networks of a result of several chains. The same map for the same networks. */
export function useChainNetworks(result: LogTableProps['result']) {
  const text =
    result &&
    'chains' in result &&
    JSON.stringify(result.chains.map(({ chainId, name, explorerUrl }) => [chainId, { name, explorerUrl }]))
  return useMemo(() => (text ? new Map(JSON.parse(text) as [number, Network][]) : undefined), [text])
}
