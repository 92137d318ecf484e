'use client'
import { useMemo, type ComponentProps } from 'react'
import type { LogDetailsProps } from '../../components/LogDetails/LogDetails.tsx'
import { TransactionDetails } from '../../components/LogDetails/TransactionDetails.tsx'
import { withRef } from '../../components/ui/withRef.ts'
import { useBlockTimestamps } from '../../hooks/useBlockTimestamps.ts'
import { addressMap } from '../../logs/decode/addressMap.ts'
import type { Network } from '../../rpc/networks/Network.ts'
import type { ContractAbi } from '../session/explorerContracts.ts'
import { decodeCall, decodeRevert } from './decodeCall.ts'
import { traceLinks } from './traceLinks.ts'

export interface ExplorerTransactionProps extends Omit<
  ComponentProps<typeof TransactionDetails>,
  'call' | 'revert' | 'token' | 'currency' | 'explorerUrl' | 'links' | 'timestamp'
> {
  /** The network of the transaction. */
  network: Network
  abis: readonly ContractAbi[]
  tokens: LogDetailsProps['tokens']
}

/** A transaction without logs, its call and error decoded by the ABIs at hand. */
export const ExplorerTransaction = /* @__PURE__ */ withRef(function ExplorerTransaction(
  props: ExplorerTransactionProps,
) {
  const { network, abis, tokens, ...rest } = props
  const { transaction } = rest
  const { blockHash, replay } = transaction
  const blocks = useMemo(() => [blockHash], [blockHash])
  const times = useBlockTimestamps({ blocks, chainId: network.id, reserve: 0 })
  const call = useMemo(() => decodeCall(transaction, abis), [transaction, abis])
  const revert = useMemo(() => decodeRevert(replay, abis), [replay, abis])
  return (
    <TransactionDetails
      {...rest}
      {...{ call, revert }}
      token={addressMap(tokens).get(transaction.to?.toLowerCase() ?? '')}
      currency={network.nativeCurrency}
      explorerUrl={network.blockExplorers?.default.url}
      links={traceLinks(network)}
      timestamp={times.data.get(blockHash)}
    />
  )
})
