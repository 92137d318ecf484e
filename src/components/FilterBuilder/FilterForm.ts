import type { AbiEvent } from 'viem'
import type { DraftAction } from './draftReducer.ts'
import type { FilterDraft } from './FilterDraft.ts'
import type { KnownContract } from './KnownContract.ts'

/** What the parts of the form share. */
export interface FilterForm {
  readonly draft: FilterDraft
  readonly contracts: readonly KnownContract[]
  readonly knownEvents: readonly AbiEvent[]
  readonly dispatch: (action: DraftAction) => void
  /** What is to be said at a field now. */
  readonly issueAt: (field: string) => string | undefined
}
