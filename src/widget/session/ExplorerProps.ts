import type { ComponentProps } from 'react'
import type { AbiEvent } from 'viem'
import type { KnownContract } from '../../components/FilterBuilder/draft/KnownContract.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import type { EventLookup } from '../../logs/lookup/EventLookup.ts'

export interface ExplorerProps extends Omit<ComponentProps<'section'>, 'children' | 'ref'> {
  /** The `ref` of the explorer: React 18 keeps one from function components. */
  rootRef?: ComponentProps<'section'>['ref']
  contracts?: readonly KnownContract[] | undefined
  knownEvents?: readonly AbiEvent[] | undefined
  defaultQuery?: LogSearch | undefined
  urlState?: boolean | undefined
  theme?: 'light' | 'dark' | 'system' | undefined
  pollingInterval?: number | undefined
  confirmAbove?: number | undefined
  lookups?: readonly EventLookup[] | undefined
  defaultLive?: boolean | undefined
}
