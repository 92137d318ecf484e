interface ExportedFilter {
  readonly address?: readonly string[]
  readonly topics: readonly (readonly string[] | null)[]
}

/** The origin of exported logs, as plain JSON with block numbers as decimal text. Does not name endpoints. */
export interface ExportProvenance {
  /** Name and version of this library. */
  readonly library: string
  /** ISO 8601, UTC. */
  readonly exportedAt: string
  readonly network?: { readonly id: number; readonly name: string }
  /** The requested filter. */
  readonly filter?: ExportedFilter | { readonly anyOf: readonly ExportedFilter[] }
  readonly range?: Readonly<Record<string, string>>
  /** The events that decoded the logs, as Solidity signatures. */
  readonly events?: readonly string[]
  /** Maximum number of requested logs, counted in `order`. */
  readonly limit?: number
  readonly order?: 'asc' | 'desc'
  /** The newest known block. */
  readonly head?: string
  /** Blocks whose matching logs are all known, inclusive. */
  readonly verified?: readonly (readonly [from: string, to: string])[]
  /** The blocks of `verified` that come from an archive: only its publisher knows that no log is missing. Absent if there are none. */
  readonly archived?: readonly (readonly [from: string, to: string])[]
  /** Blocks that were read, but whose logs beyond the limit are left out. */
  readonly trimmed?: readonly (readonly [from: string, to: string])[]
  /** Blocks that are still to be read. With a limit, blocks beyond it are not listed, because they did not need to be read. */
  readonly pending?: readonly (readonly [from: string, to: string])[]
  /** Blocks that could not be read. */
  readonly failed?: readonly (readonly [from: string, to: string])[]
  /** Which of the logs were exported. @default all of them */
  readonly selection?: string
}
