import type { AbiEvent } from 'viem'
import type { DraftAction, DraftField } from '../draft/draftReducer.ts'
import type { FilterDraft } from '../draft/FilterDraft.ts'
import type { KnownContract } from '../draft/KnownContract.ts'

/** The state that the parts of the form share. */
export interface FilterForm {
  readonly draft: FilterDraft
  readonly contracts: readonly KnownContract[]
  readonly knownEvents: readonly AbiEvent[]
  readonly dispatch: (action: DraftAction) => void
  /** Changes the draft from a field. */
  readonly edit: (field: DraftField, patch: Partial<FilterDraft>) => void
  /** Notes that the user has left a field. */
  readonly leave: (field: DraftField) => void
  /** The message to show at a field. */
  readonly issueAt: (field: string) => string | undefined
}
