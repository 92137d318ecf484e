import type { ComponentProps, ReactNode } from 'react'
import type { AbiEvent } from 'viem'
import type { InputIssue } from '../../errors/InvalidQueryError.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import type { FindBlock } from './draft/createBlockSearch.ts'
import type { FindDeployment } from './fields/DeploymentButton.tsx'
import type { KnownContract } from './draft/KnownContract.ts'
import type { SavedQuery } from './SavedQuery.ts'

export interface FilterBuilderProps extends Omit<
  ComponentProps<'form'>,
  'children' | 'onSubmit' | 'onChange' | 'defaultValue'
> {
  /** The query to show. A new value updates the form; input stays if only the blocks differ. */
  value?: LogSearch | undefined
  /** The query to begin with. */
  defaultValue?: LogSearch | undefined
  /** What Reset goes back to. @default `defaultValue`, else an empty form */
  resetValue?: LogSearch | undefined
  /** The form was sent and is right. */
  onSubmit?: ((query: LogSearch) => void) | undefined
  /** Something changed, and what is there now is right. */
  onChange?: ((query: LogSearch) => void) | undefined
  /** Contracts to choose from, with the events of their ABIs. */
  contracts?: readonly KnownContract[] | undefined
  /** Well-known events to choose from, which names and bare signatures may mean too. */
  knownEvents?: readonly AbiEvent[] | undefined
  /** The current chain. When it changes, the form shows its query; unsubmitted input stays. */
  chainId?: number | undefined
  /** The source of `value`, such as a link. When it changes, `value` replaces unsubmitted input, on another network, too. */
  opened?: number | string | undefined
  /** The newest block, for shortcuts and hints. */
  head?: bigint | undefined
  /** Mistakes that only the caller can see, shown at their fields until these change. */
  issues?: readonly InputIssue[] | undefined
  /** A query is being read. @default false */
  busy?: boolean | undefined
  /** Shows a button that stops the reading while `busy`. */
  onCancel?: (() => void) | undefined
  /** Shows above the button that runs it what that would cost: of the query in the form, or the last that was right. */
  renderEstimate?: ((query: LogSearch | undefined) => ReactNode) | undefined
  /** Looks up the first block at or after a time, in seconds since the epoch: dates and times are offered then. */
  findBlock?: FindBlock | undefined
  /** Looks up the block in which a contract was deployed: "since deployment" is offered then. */
  findDeployment?: FindDeployment | undefined
  /** Queries with names, to go back to: choosing one sends it. */
  saved?: readonly SavedQuery[] | undefined
  /** Queries that were sent lately, newest first. */
  recent?: readonly LogSearch[] | undefined
  /** Shows a field that names the query at hand. A name that is there already is meant to be replaced. */
  onSave?: ((saved: SavedQuery) => void) | undefined
  /** Shows buttons that give saved queries other names, never one that is there already. */
  onRename?: ((saved: SavedQuery, name: string) => void) | undefined
  /** Shows buttons that forget saved queries. */
  onForget?: ((saved: SavedQuery) => void) | undefined
}
