'use client'
import { useEffect, useRef, useState } from 'react'
import type { Address } from 'viem'
import type { TokenSearchState } from '../../components/LogDetails/searchStates.ts'
import { useLogsConfig } from '../../hooks/useLogsConfig.ts'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import { lazyChainReads } from '../../query/lazyEngine.ts'
import { useAddressBook } from './AddressBookStore.ts'

/** The last read of units. */
interface TokenRead {
  readonly addresses: readonly Address[]
  readonly status: Exclude<TokenSearchState['status'], 'idle'>
  readonly error?: Error | undefined
  /** How many of the contracts have no unit. */
  readonly missing: number
}

export interface TokenReader {
  readonly last: TokenRead | undefined
  /** Reads the units of tokens, and keeps them in the address book. Aborts the previous read. */
  readonly read: (addresses: readonly Address[]) => Promise<void>
  /** Reads units for a caller that keeps them and shows the outcome itself. Rejects if no endpoint can answer. */
  readonly request: (addresses: readonly Address[]) => Promise<ReadonlyMap<string, TokenUnit>>
  readonly dismiss: () => void
}

/** Reads the units of tokens on request (`eth_call`), in one batch. */
export function useTokenReader(chainId: number): TokenReader {
  const config = useLogsConfig()
  const { store } = useAddressBook(chainId)
  const running = useRef<AbortController>(undefined)
  const [last, setLast] = useState<TokenRead & { chainId: number }>()
  useEffect(() => () => running.current?.abort(), [])
  async function request(addresses: readonly Address[]) {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    const { readTokenUnits } = await lazyChainReads.load()
    const units = await readTokenUnits(config.getClient(chainId), addresses, { signal })
    signal.throwIfAborted()
    return units
  }
  async function read(addresses: readonly Address[]) {
    const settle = (outcome: Pick<TokenRead, 'status' | 'error' | 'missing'>) =>
      setLast({ chainId, addresses, ...outcome })
    settle({ status: 'loading', missing: 0 })
    try {
      const units = await request(addresses)
      store.update(...[...units].map(([address, token]) => ({ address: address as Address, token })))
      settle({ status: 'success', missing: addresses.length - units.size })
    } catch (error) {
      // A later read replaced this one, or the page was closed.
      if ((error as Error).name !== 'AbortError')
        settle({ status: 'error', error: error as Error, missing: 0 })
    }
  }
  const dismiss = () => setLast(undefined)
  return { last: last?.chainId === chainId ? last : undefined, read, request, dismiss }
}
