import type { ComponentProps, ReactNode } from 'react'
import type { AbiEvent } from 'viem'
import type { InputIssue } from '../../errors/InvalidQueryError.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import type { FindBlock } from './draft/BlockSearch.ts'
import type { KnownContract } from './draft/KnownContract.ts'
import type { FindDeployment } from './fields/DeploymentButton.tsx'
import type { SavedQuery } from './SavedQuery.ts'

export interface FilterBuilderProps extends Omit<
  ComponentProps<'form'>,
  'children' | 'onSubmit' | 'onChange' | 'defaultValue'
> {
  /** The query to show. A new value updates the form; input stays if only the blocks differ. */
  value?: LogSearch | undefined
  /** The initial query. */
  defaultValue?: LogSearch | undefined
  /** The query that Reset restores. @default `defaultValue`, else an empty form */
  resetValue?: LogSearch | undefined
  /** Called with the query when a valid form is submitted. */
  onSubmit?: ((query: LogSearch) => void) | undefined
  /** Called with the query when it changes and is valid. */
  onChange?: ((query: LogSearch) => void) | undefined
  /** Called when the form starts, or stops, to differ from the submitted or given query. */
  onDirtyChange?: ((isDirty: boolean) => void) | undefined
  /** Contracts to choose from, with the events of their ABIs. */
  contracts?: readonly KnownContract[] | undefined
  /** Well-known events to choose from. Also resolves names and bare signatures. */
  knownEvents?: readonly AbiEvent[] | undefined
  /** The current chain. When it changes, the form shows the `value` for it; unsubmitted input stays. */
  chainId?: number | undefined
  /** The source of `value`, such as a link. If it changes together with the network, `value` replaces unsubmitted input. */
  opened?: number | string | undefined
  /** The newest block, for shortcuts and hints. */
  head?: bigint | undefined
  /** Problems that only the caller can detect, shown at their fields until these change. */
  issues?: readonly InputIssue[] | undefined
  /** Whether a query is being read: only an edited form can be submitted then. @default false */
  busy?: boolean | undefined
  /** Whether that read is paused. @default false */
  paused?: boolean | undefined
  /** Shows a cancel button while `busy`. */
  onCancel?: (() => void) | undefined
  /** Renders the cost of the last valid query above the submit button. Gets no query while the form shows an error, or until the blocks of its times are known. */
  renderEstimate?: ((query: LogSearch | undefined) => ReactNode) | undefined
  /** Finds the first block at or after a time, in seconds since the epoch. Enables dates and times. */
  findBlock?: FindBlock | undefined
  /** Finds the block in which a contract was deployed. Enables "since deployment". */
  findDeployment?: FindDeployment | undefined
  /** Saved queries. Choosing one submits it. */
  saved?: readonly SavedQuery[] | undefined
  /** Recently submitted queries, newest first. */
  recent?: readonly LogSearch[] | undefined
  /** Shows a field to save the current query. A query of the same name is to be replaced. */
  onSave?: ((saved: SavedQuery) => void) | undefined
  /** Shows buttons that rename saved queries, never to an existing name. */
  onRename?: ((saved: SavedQuery, name: string) => void) | undefined
  /** Renders controls in the row of a saved query. */
  renderSaved?: ((saved: SavedQuery) => ReactNode) | undefined
  /** Shows buttons that delete saved queries. */
  onForget?: ((saved: SavedQuery) => void) | undefined
}
