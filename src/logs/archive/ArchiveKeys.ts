import type { Hex } from 'viem'
import { bytesToHex } from '../columns/hex.ts'
import type { BlockInterval } from '../Coverage.ts'
import { partsOf } from '../filter/Filter.ts'
import type { Filter } from '../filter/Filter.ts'
import { ByteColumn } from '../parquet/ByteColumn.ts'
import type { Column } from '../parquet/ByteColumn.ts'
import { bufferFile, ParquetFile } from '../parquet/ParquetFile.ts'
import { readSlices } from '../parquet/readSlices.ts'
import type { ArchiveManifest } from './ArchiveManifest.ts'
import { keyColumns } from './archiveSchema.ts'

/** The rows of one address and topic0 in a file, which are consecutive, in the order of the chain. */
export interface KeyRun {
  readonly address: Hex
  /** `null` for logs without topics. */
  readonly topic0: Hex | null
  readonly first: number
  readonly rows: number
  /** The first and the last block of these logs. */
  readonly blocks: BlockInterval
}

/** The runs of each file, in row order. */
export type ArchiveKeys = readonly (readonly KeyRun[])[]

/** Maximum bytes of keys to download. */
export const maxKeyBytes = 32 * 1024 * 1024

/** Maximum keys. Each takes some 200 bytes of memory, and about 12 bytes of the file. */
const maxKeys = 4_000_000
/** Keys that a file of any size may have: where keys are alike, one takes less than a byte. */
const alwaysAllowed = 100_000
const keyNames = /* @__PURE__ */ keyColumns.map(({ name }) => name)

/** Parses an index of keys. `undefined` unless it accounts for each row of each file exactly once. */
export async function parseKeys(
  bytes: Uint8Array,
  { files, keys: { indexStart } }: ArchiveManifest,
): Promise<ArchiveKeys | undefined> {
  const file = new ParquetFile(bufferFile(bytes), { bytes: bytes.subarray(indexStart), indexStart })
  if (file.rows > Math.min(maxKeys, Math.max(bytes.length, alwaysAllowed))) return undefined
  const keys: KeyRun[][] = files.map(() => [])
  const all = [{ from: 0, to: file.rows }]
  for await (const columns of readSlices(file, all, keyNames)) {
    const addresses = columns.address
    const topics0 = columns.topic0
    if (!(addresses instanceof ByteColumn && topics0 instanceof ByteColumn)) return undefined
    for (let row = 0; row < addresses.length; row++) {
      const [address, topic0] = [addresses.at(row), topics0.at(row)]
      const [first, rows, from, to] = [
        columns.first_row,
        columns.rows,
        columns.from_block,
        columns.to_block,
      ].map((column) => countAt(column, row))
      const runs = keys[countAt(columns.file, row) ?? -1]
      if (address?.length !== 20 || (topic0 && topic0.length !== 32) || !runs) return undefined
      if (first === undefined || rows === undefined || from === undefined || to === undefined)
        return undefined
      runs.push({
        address: bytesToHex(address),
        topic0: topic0 ? bytesToHex(topic0) : null,
        first,
        rows,
        blocks: { from: BigInt(from), to: BigInt(to) },
      })
    }
  }
  for (const [at, runs] of keys.entries()) {
    runs.sort((a, b) => a.first - b.first)
    let next = 0
    for (const { first, rows } of runs) {
      if (first !== next || rows === 0) return undefined
      next += rows
    }
    if (next !== files[at]!.rows) return undefined
  }
  return keys
}

/** A whole number that is not negative; `undefined` for anything else. */
function countAt(column: Column, row: number): number | undefined {
  const value = column instanceof Float64Array ? column[row] : undefined
  return Number.isSafeInteger(value) && value! >= 0 ? value : undefined
}

/** The runs that may have matching logs in some blocks. */
export function selectRuns(
  runs: readonly KeyRun[],
  filter: Filter,
  blocks: BlockInterval,
): readonly KeyRun[] {
  const parts = partsOf(filter).map(({ address, topics }) => ({
    addresses: address && new Set<string>(address),
    hasTopic: topics.length > 0,
    topics0: topics[0] ? new Set<string>(topics[0]) : undefined,
  }))
  return runs.filter(
    (run) =>
      run.blocks.from <= blocks.to &&
      run.blocks.to >= blocks.from &&
      parts.some(
        ({ addresses, hasTopic, topics0 }) =>
          (!addresses || addresses.has(run.address)) &&
          (!hasTopic || run.topic0 !== null) &&
          (!topics0 || (run.topic0 !== null && topics0.has(run.topic0))),
      ),
  )
}

export function countRows(runs: readonly KeyRun[]): number {
  return runs.reduce((sum, { rows }) => sum + rows, 0)
}
