import type { QueryClient } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { parseAbiItem, type Address, type Chain, type Client, type Transport } from 'viem'
import type { AddressBookEntry } from '../../src/components.ts'
import type { LogQuery, LogRow, LogsConfig, UseLogsReturnType } from '../../src/index.ts'

// Names that examples use without declaring them: what their reader has at that point. Global, so no project includes this file.
const event = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

declare global {
  const token: Address
  const me: Address
  const transfer: typeof event
  const client: Client<Transport, Chain>
  const config: LogsConfig
  const queryClient: QueryClient
  const error: unknown
  const head: bigint | undefined
  const log: LogRow
  const logs: UseLogsReturnType<LogRow>
  const children: ReactNode
  const entries: readonly AddressBookEntry[]
  const saveEntry: (entry: AddressBookEntry) => void
  const removeEntry: (entry: AddressBookEntry) => void
  const setLog: (log: LogRow | undefined) => void
  const setQuery: (query: LogQuery) => void
  const Transfers: () => ReactElement
}
