'use client'
import { useMemo } from 'react'
import { chainKey, valueOf, valuesOn } from '../../logs/decode/chainValues.ts'
import type { DecodedEvent, LogRow } from '../../logs/Log.ts'
import { addressesIn } from '../values/addressesIn.ts'
import { AddressStores } from '../values/AddressStores.ts'
import { useLookups } from '../values/useLookups.ts'
import type { LookupOptions } from '../values/useLookups.ts'
import { useShownAddresses } from '../values/useShownAddresses.ts'
import { logsAround } from './logsAround.ts'
import type { TransactionLogs, TransactionState } from './searchStates.ts'

interface DetailsLookupOptions extends LookupOptions {
  log: LogRow
  implementation?: string | undefined
  transaction?: TransactionState | undefined
  transactionLogs?: TransactionLogs | undefined
}

const tools = { AddressStores }

/** Labels and token units on the network of the log, by address; looks up those of what is shown. */
export function useDetailsLookups(props: DetailsLookupOptions, decoded: DecodedEvent | undefined) {
  const { log, implementation, transaction, transactionLogs } = props
  const lookups = useLookups(props, tools)
  const isRead = transactionLogs?.status === 'success'
  const shown = [{ ...log, decoded }, ...(isRead ? logsAround(log, transactionLogs.logs) : [])]
  const keys = addressesIn(shown, lookups, log)
  const { from, to, contractAddress } = (isRead && transaction?.data) || {}
  for (const address of [implementation, from, to, contractAddress]) {
    const key = address && chainKey(log, address)
    if (key && valueOf(lookups.givenLabels, key) === undefined) keys.labels.add(key)
  }
  useShownAddresses(keys, lookups)
  return {
    labels: useMemo(() => valuesOn(lookups.labels, log), [lookups.labels, log]),
    tokens: useMemo(() => valuesOn(lookups.tokens, log), [lookups.tokens, log]),
  }
}
