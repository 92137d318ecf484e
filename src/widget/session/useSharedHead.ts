'use client'
import { useEffect } from 'react'
import { useBlockNumber } from '../../hooks/useBlockNumber.ts'
import { blockNumberQueryKey } from '../../query/blocks.ts'
import { useFirstQueryClient } from '../../react/useFirstQueryClient.ts'

interface SharedHeadOptions {
  chainId: number
  /** Whether live updates read the head, so that it needs no polling. */
  following: boolean
  /** The head of live updates; `undefined` while they are off. */
  head: bigint | undefined
  pollingInterval: number
}

/** Writes the live head into the query cache, so that it never goes back when live ends. */
export function useSharedHead({ chainId, following, head, pollingInterval }: SharedHeadOptions): void {
  const client = useFirstQueryClient()
  useBlockNumber({ chainId, watch: !following, pollingInterval })
  useEffect(() => {
    if (head !== undefined) client.setQueryData(blockNumberQueryKey(chainId), head.toString())
  }, [client, chainId, head])
}
