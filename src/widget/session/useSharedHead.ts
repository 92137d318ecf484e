'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useBlockNumber } from '../../hooks/useBlockNumber.ts'
import { blockNumberQueryKey } from '../../query/blockNumber.ts'

interface SharedHeadOptions {
  chainId: number
  /** What is followed brings its head along: nobody asks for it meanwhile. */
  following: boolean
  /** Its head; `undefined` while nothing is followed. */
  head: bigint | undefined
  pollingInterval: number
}

/** Keeps the newest block known to everyone who uses it, so that it never goes back when following ends. */
export function useSharedHead({ chainId, following, head, pollingInterval }: SharedHeadOptions): void {
  const client = useQueryClient()
  useBlockNumber({ chainId, watch: !following, pollingInterval })
  useEffect(() => {
    if (head !== undefined) client.setQueryData(blockNumberQueryKey(chainId), head.toString())
  }, [client, chainId, head])
}
