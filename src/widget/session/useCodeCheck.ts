'use client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import type { CodeCheck } from '../../components/LogTable/model/CodeCheck.ts'
import { useLogsConfig } from '../../hooks/useLogsConfig.ts'
import { noPlaceholder } from '../../hooks/useLogsQuery.ts'
import type { LogQuery } from '../../logs/filter/LogQuery.ts'
import { parseAddress } from '../../logs/filter/parseAddress.ts'
import { lazyChainReads } from '../../query/lazyEngine.ts'
import type { LogsConfig } from '../../query/LogsConfig.ts'
import { readByPool } from '../../query/QueryParameter.ts'
import { keyOn } from '../../query/resolveParameters.ts'
import { requestStatus } from './requestStatus.ts'

/** Checks on demand whether the query's only address is a contract. */
export function useCodeCheck(query: LogQuery | undefined, chainId: number): CodeCheck | undefined {
  const config = useLogsConfig()
  const address = soleAddress(query?.address)
  const check = useQuery({
    ...contractCodeQueryOptions(config, { address: address ?? nowhere, chainId }),
    enabled: false,
    placeholderData: noPlaceholder,
  })
  return (
    address && {
      address,
      status: requestStatus(check),
      hasCode: check.data,
      error: check.error,
      onCheck: () => void check.refetch(),
    }
  )
}

const nowhere: Address = '0x0000000000000000000000000000000000000000'

function soleAddress(address: LogQuery['address']): Address | undefined {
  const [first, ...others] = typeof address === 'string' ? [address] : (address ?? [])
  const parsed = first !== undefined && others.length === 0 ? parseAddress(first) : undefined
  return parsed && 'address' in parsed ? parsed.address : undefined
}

/** Whether there is a contract at an address (`eth_getCode`), as of the newest block. */
function contractCodeQueryOptions(
  config: LogsConfig,
  { address, chainId }: { address: Address; chainId: number },
) {
  return queryOptions({
    queryKey: keyOn(config, chainId, ['topic0', 'contractCode', { chainId, address: address.toLowerCase() }]),
    queryFn: async ({ signal }) => {
      const { readData } = await lazyChainReads.load()
      return (await readData(config.getClient(chainId), 'eth_getCode', [address], signal)).length > 2
    },
    // Contracts are created and destroyed.
    staleTime: 30_000,
    ...readByPool,
  })
}
