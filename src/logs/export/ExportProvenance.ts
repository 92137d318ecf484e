/** Where exported logs come from: plain JSON, block numbers as decimal text, endpoints not named. */
export interface ExportProvenance {
  /** Name and version of this library. */
  readonly library: string
  /** ISO 8601, UTC. */
  readonly exportedAt: string
  readonly network?: { readonly id: number; readonly name: string }
  /** What was asked for. */
  readonly filter?: {
    readonly address?: readonly string[]
    readonly topics: readonly (readonly string[] | null)[]
  }
  readonly range?: Readonly<Record<string, string>>
  /** Events that logs were decoded with, as Solidity writes them. */
  readonly events?: readonly string[]
  /** At most this many logs were asked for, counted in `order`. */
  readonly limit?: number
  readonly order?: 'asc' | 'desc'
  /** The newest block a node had shown. */
  readonly head?: string
  /** Blocks of which every matching log is known, inclusive. */
  readonly verified?: readonly (readonly [from: string, to: string])[]
  /** Blocks that were read, some logs of which are left out: they are beyond the limit. */
  readonly trimmed?: readonly (readonly [from: string, to: string])[]
  /** Blocks that had not been read. */
  readonly pending?: readonly (readonly [from: string, to: string])[]
  /** Blocks that could not be read. */
  readonly failed?: readonly (readonly [from: string, to: string])[]
  /** Which of the logs these are. @default all of them */
  readonly selection?: string
}
