'use client'
import { useMemo } from 'react'
import { chainKey } from '../../logs/decode/addressMap.ts'
import { valuesOn } from '../../logs/decode/valueByKey.ts'
import type { DecodedEvent, LogRow } from '../../logs/Log.ts'
import { AddressStores } from '../values/AddressStores.ts'
import { useLookups, type LookupOptions } from '../values/useLookups.ts'
import { useShownAddresses } from '../values/useShownAddresses.ts'
import { logsAround } from './logsAround.ts'
import type { TransactionLogs, TransactionState } from './searchStates.ts'

interface DetailsLookupOptions extends LookupOptions {
  log: LogRow
  /** The reading that is shown. */
  decoded: DecodedEvent | undefined
  implementation?: string | undefined
  transaction?: TransactionState | undefined
  transactionLogs?: TransactionLogs | undefined
}

const tools = { AddressStores }

/** Labels and token units by address, on the network of the log. Looks up missing ones for the addresses shown. */
export function useDetailsLookups(options: DetailsLookupOptions) {
  const { log, decoded, implementation, transaction, transactionLogs } = options
  const lookups = useLookups(options, tools)
  useShownAddresses(lookups, (addresses) => {
    addresses.addLog({ ...log, decoded })
    if (implementation) addresses.addAddress(chainKey(log, implementation))
    if (transactionLogs?.status !== 'success') return
    for (const other of logsAround(log, transactionLogs.logs)) addresses.addLog(other, log)
    const { from, to, contractAddress } = transaction?.data ?? {}
    for (const address of [from, to, contractAddress])
      if (address) addresses.addAddress(chainKey(log, address))
  })
  return {
    labels: useMemo(() => valuesOn(lookups.labels, log), [lookups.labels, log]),
    tokens: useMemo(() => valuesOn(lookups.tokens, log), [lookups.tokens, log]),
  }
}
