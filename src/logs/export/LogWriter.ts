import type { LogRow } from '../Log.ts'

/** `Uint8Array<ArrayBuffer>`, written so that TypeScript before 5.7 understands it. */
export type Bytes = ReturnType<Uint8ArrayConstructor['of']>

/** Turns logs into the bytes of a file. */
export interface LogWriter {
  /** Adds logs. Returns bytes once there are enough. */
  add(logs: readonly LogRow[]): Promise<readonly Bytes[]>
  /** Returns the bytes of all logs added so far. Parquet has none before its row group is complete. */
  flush(): readonly Bytes[]
  /** Returns the remaining bytes. */
  finish(): Promise<readonly Bytes[]>
}
