import type { AbiEvent } from 'viem'
import type { ArgCondition } from '../../../logs/filter/ArgCondition.ts'
import type { LogSearch } from '../../../logs/filter/LogSearch.ts'
import type { FoundBlock } from './BlockSearch.ts'
import type { FilterStrings } from './filterStrings.ts'
import type { KnownContract } from './KnownContract.ts'

/** One position of the raw topics, while edited. */
export interface TopicDraft {
  /** Not required, any value, or one of `text`. */
  readonly mode: 'unset' | 'any' | 'values'
  readonly text: string
}

/** A local condition on an argument, while edited. */
export interface ConditionDraft {
  readonly is: ArgCondition['is']
  readonly text: string
}

/** A query while edited: text that may not be valid yet. */
export interface FilterDraft {
  readonly addresses: string
  readonly mode: 'any' | 'event' | 'topics'
  /** Selected events, each as text: a signature, a first topic or JSON. */
  readonly events: readonly string[]
  /** Text in the event field that is not selected yet: part of a name, a signature, a JSON ABI. */
  readonly event: string
  /** Selected events to exclude, by their text. */
  readonly leftOut: readonly string[]
  /** By position among the indexed arguments. */
  readonly args: Readonly<Record<number, string>>
  /** By position among all arguments and index of the condition: `2.0` is the first condition of the third argument. */
  readonly conditions: Readonly<Record<string, ConditionDraft>>
  /** Decimals of the numbers in a field; none for the smallest unit. */
  readonly decimals: Readonly<Record<string, number>>
  /** The four raw topics. */
  readonly topics: readonly TopicDraft[]
  readonly rangeMode: 'blocks' | 'last' | 'time' | 'hash'
  readonly fromBlock: string
  readonly toBlock: string
  /** Number of newest blocks, or of `lastUnit`. */
  readonly last: string
  readonly lastUnit: 'blocks' | 'minutes' | 'hours' | 'days'
  /** As `2026-11-20T14:03`, in `zone`; or `incomplete`. */
  readonly fromTime: string
  readonly toTime: string
  readonly zone: 'utc' | 'local'
  /** A block hash, or a block number. */
  readonly blockHash: string
  /** Parts of the query that the form does not show. */
  readonly kept: Pick<LogSearch, 'order' | 'limit' | 'strict' | 'events' | 'where'>
}

/** A partial date and time: the browser reports that there is one, but not its value. */
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
  lastUnit: 'blocks',
  fromTime: '',
  toTime: '',
  zone: 'local',
  blockHash: '',
  kept: {},
}

/** What is needed to parse a draft. */
export interface DraftContext {
  readonly contracts: readonly KnownContract[]
  /** Events to resolve names and bare signatures. */
  readonly events: readonly AbiEvent[]
  readonly strings: FilterStrings
  /** The newest block, if known. */
  readonly head?: bigint | undefined
  /** The current time in seconds since the epoch, from which `last` counts back. */
  readonly now?: bigint | undefined
  /** The lookup state of the first block at or after a time. */
  readonly blockAt?: ((time: bigint) => FoundBlock | undefined) | undefined
}
