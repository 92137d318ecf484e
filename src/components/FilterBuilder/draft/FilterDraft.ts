import type { ArgCondition } from '../../../logs/filter/ArgCondition.ts'
import type { LogQuery } from '../../../logs/filter/LogQuery.ts'
import type { AbiEvent } from 'viem'
import type { FilterStrings } from './filterStrings.ts'
import type { FoundBlock } from './createBlockSearch.ts'
import type { KnownContract } from './KnownContract.ts'

/** One position of the raw topics, as it is being written. */
export interface TopicDraft {
  /** Not asked, there but anything, or one of `text`. */
  readonly mode: 'unset' | 'any' | 'values'
  readonly text: string
}

/** What an argument is compared with in the browser, as it is being written. */
export interface ConditionDraft {
  readonly is: ArgCondition['is']
  readonly text: string
}

/** A query as it is being written: text that may not be right yet. */
export interface FilterDraft {
  readonly addresses: string
  readonly mode: 'any' | 'event' | 'topics'
  /** Events that were taken, each as text: a signature, a first topic, JSON. */
  readonly events: readonly string[]
  /** What stands in the field and is not taken yet: part of a name, a signature, a JSON ABI. */
  readonly event: string
  /** Of the events, those that are not wanted, by their text. */
  readonly leftOut: readonly string[]
  /** By position among the indexed arguments. */
  readonly args: Readonly<Record<number, string>>
  /** By position among all arguments, and a number: `2.0` is the first condition of the third. */
  readonly conditions: Readonly<Record<string, ConditionDraft>>
  /** Decimals in which the numbers of a field are written; none for whole units. */
  readonly decimals: Readonly<Record<string, number>>
  readonly topics: readonly [TopicDraft, TopicDraft, TopicDraft, TopicDraft]
  readonly rangeMode: 'blocks' | 'last' | 'time' | 'hash'
  readonly fromBlock: string
  readonly toBlock: string
  /** How many blocks before the head. */
  readonly last: string
  /** As `2026-11-20T14:03`, in `zone`; or `incomplete`. */
  readonly fromTime: string
  readonly toTime: string
  readonly zone: 'utc' | 'local'
  readonly blockHash: string
  /** What the form does not show, kept as it was. */
  readonly kept: Pick<LogQuery, 'order' | 'limit' | 'strict' | 'events'>
}

/** A date and time of which a part is missing: the browser says that it is there, and nothing of what it is. */
export const incompleteTime = 'incomplete'

const unset: TopicDraft = { mode: 'unset', text: '' }

export const emptyDraft: FilterDraft = {
  addresses: '',
  mode: 'any',
  events: [],
  event: '',
  leftOut: [],
  args: {},
  conditions: {},
  decimals: {},
  topics: [unset, unset, unset, unset],
  rangeMode: 'blocks',
  fromBlock: '',
  toBlock: '',
  last: '1000',
  fromTime: '',
  toTime: '',
  zone: 'local',
  blockHash: '',
  kept: {},
}

/** What helps to understand a draft. */
export interface DraftContext {
  readonly contracts: readonly KnownContract[]
  /** Events that names and bare signatures may mean. */
  readonly events: readonly AbiEvent[]
  readonly strings: FilterStrings
  /** The newest block, where it is known. */
  readonly head?: bigint | undefined
  /** What is known of the first block at or after a time. */
  readonly blockAt?: ((time: bigint) => FoundBlock | undefined) | undefined
}
