import type { Address, Hash, Hex } from 'viem'
import type { LocalFilter } from '../../logs/filter/LocalFilter.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import type { DecodedEvent } from '../../logs/Log.ts'
import type { ExplorerOptions } from '../session/ExplorerProps.ts'

/** Marks the messages between a page and the explorer in its frame. The number changes when older pages cannot read them. */
export const embedProtocol = 'topic0:embed:1'

/** What a page can set in an embedded explorer. Everything is copied into the frame, so there are no functions. */
export interface EmbedOptions extends Pick<
  ExplorerOptions,
  | 'confirmAbove'
  | 'contracts'
  | 'defaultQuery'
  | 'knownEvents'
  | 'live'
  | 'pollingInterval'
  | 'query'
  | 'theme'
> {
  /** Chain id. Any chain with `rpc`, else one of the presets. @default both Xone networks */
  network?: number | undefined
  /** Endpoints: HTTPS, and at most one WebSocket. The frame can read their keys. */
  rpc?: readonly string[] | undefined
  /** Name of the network. */
  name?: string | undefined
  /** `de` for German. @default English */
  lang?: string | undefined
}

/** A log as plain data. */
export interface EmbeddedLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hash
  readonly transactionHash: Hash
  readonly transactionIndex: number
  readonly logIndex: number
  readonly decoded: DecodedEvent | undefined
}

/** What the explorer reports, by the name of the element's event. */
export interface EmbedReports {
  querychange: LogSearch
  filterschange: readonly LocalFilter[]
  livechange: boolean
  networkchange: number
  logselect: EmbeddedLog | null
  logerror: { readonly name: string; readonly message: string }
}

/** A report, as sent to the page. */
export type EmbedReport = {
  [type in keyof EmbedReports]: { readonly type: type; readonly detail: EmbedReports[type] }
}[keyof EmbedReports]

/** Messages between the windows, before there is a channel. `ready` comes from the frame, the others from its page. */
export interface EmbedGreeting {
  readonly protocol: typeof embedProtocol
  readonly type: 'ready' | 'hello' | 'connect'
  /** The initial options, with `connect`. Its port then carries changed ones to the frame, and each {@link EmbedReport} back. */
  readonly options?: EmbedOptions | undefined
}

/** Whether untrusted data is a greeting of this protocol. */
export function isGreeting(data: unknown): data is EmbedGreeting {
  return typeof data === 'object' && data !== null && 'protocol' in data && data.protocol === embedProtocol
}
