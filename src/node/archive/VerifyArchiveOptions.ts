import type { Client } from 'viem'

export interface VerifyArchiveOptions {
  /** Also compares the archive with the chain that this client reads. @default the files only */
  readonly client?: Client | undefined
  /** Also checks that this Ed25519 key (32 bytes in hex) has signed the manifest. @default not checked */
  readonly publicKey?: string | undefined
  /**
   * Number of ranges of up to 100 blocks per file to compare with the nodes. Of a published archive, this downloads the logs
   * of these blocks or, if a file has many contracts, up to the whole file.
   *
   * @default 3 of a folder, none of a published archive
   */
  readonly samples?: number | undefined
  /** Stops the check. */
  readonly signal?: AbortSignal | undefined
  /** Called after each file, and after each comparison of a published archive with nodes. */
  readonly onProgress?: ((progress: VerifyArchiveProgress) => void) | undefined
}

export interface VerifyArchiveProgress {
  /** Files checked so far. */
  readonly files: number
  readonly of: number
  /** The problems found so far: all that is known if no node answers, or a quota is used up. */
  readonly problems: readonly string[]
}

export interface VerifyArchiveResult {
  /** The problems found, one sentence each. Empty for a valid archive. */
  readonly problems: readonly string[]
  readonly files: number
  readonly logs: number
  /** Blocks in the archive. */
  readonly blocks: bigint
  /** Blocks that were compared with nodes. */
  readonly compared: bigint
}
