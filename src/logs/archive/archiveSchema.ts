/** The columns of a file of logs, in this order: those that find rows come first. */
export const logColumns = [
  { name: 'address', bytes: 20 },
  { name: 'topic0', bytes: 32, isOptional: true },
  { name: 'block_number', type: 'INT64' },
  { name: 'log_index', type: 'INT32' },
  { name: 'transaction_index', type: 'INT32' },
  { name: 'topic1', bytes: 32, isOptional: true },
  { name: 'topic2', bytes: 32, isOptional: true },
  { name: 'topic3', bytes: 32, isOptional: true },
  { name: 'data', type: 'BYTE_ARRAY' },
  { name: 'transaction_hash', bytes: 32 },
  { name: 'block_hash', bytes: 32 },
  { name: 'block_timestamp', type: 'INT64', isOptional: true },
] as const satisfies readonly ArchiveColumn[]

/** The columns of the index of keys. */
export const keyColumns = [
  { name: 'file', type: 'INT32' },
  { name: 'address', bytes: 20 },
  { name: 'topic0', bytes: 32, isOptional: true },
  { name: 'first_row', type: 'INT32' },
  { name: 'rows', type: 'INT32' },
  { name: 'from_block', type: 'INT64' },
  { name: 'to_block', type: 'INT64' },
] as const satisfies readonly ArchiveColumn[]

/** The columns of an index of words: a row for each topic after the first, sorted. */
export const wordColumns = [
  { name: 'hash', type: 'INT32' },
  { name: 'row', type: 'INT32' },
] as const satisfies readonly ArchiveColumn[]

export interface ArchiveColumn {
  readonly name: string
  /** Bytes of each value, for columns of fixed length. */
  readonly bytes?: number
  readonly type?: 'INT32' | 'INT64' | 'BYTE_ARRAY'
  readonly isOptional?: boolean
}

export type LogColumnName = (typeof logColumns)[number]['name']
/** Values as they are read from a file, by column. Malformed files may have anything. */
export type LogColumns = Readonly<Record<LogColumnName, ArrayLike<unknown>>>
