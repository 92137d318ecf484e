import type { LogQuery } from '../../logs/LogQuery.ts'

/** One position of the raw topics, as it is being written. */
export interface TopicDraft {
  /** Not asked, there but anything, or one of `text`. */
  readonly mode: 'unset' | 'any' | 'values'
  readonly text: string
}

/** A query as it is being written: text that may not be right yet. */
export interface FilterDraft {
  readonly addresses: string
  readonly mode: 'any' | 'event' | 'topics'
  /** A signature, several of them, a name, or a JSON ABI. */
  readonly event: string
  /** Of the events that `event` holds, those that are not wanted, by their text. */
  readonly leftOut: readonly string[]
  /** By position among the indexed arguments. */
  readonly args: Readonly<Record<number, string>>
  readonly topics: readonly [TopicDraft, TopicDraft, TopicDraft, TopicDraft]
  readonly rangeMode: 'blocks' | 'hash'
  readonly fromBlock: string
  readonly toBlock: string
  readonly blockHash: string
  /** What the form does not show, kept as it was. */
  readonly kept: Pick<LogQuery, 'order' | 'limit' | 'strict' | 'events'>
}

const unset: TopicDraft = { mode: 'unset', text: '' }

export const emptyDraft: FilterDraft = {
  addresses: '',
  mode: 'any',
  event: '',
  leftOut: [],
  args: {},
  topics: [unset, unset, unset, unset],
  rangeMode: 'blocks',
  fromBlock: '',
  toBlock: '',
  blockHash: '',
  kept: {},
}
