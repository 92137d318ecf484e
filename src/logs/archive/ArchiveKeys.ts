import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import type { Hex } from 'viem'
import { partsOf } from '../filter/Filter.ts'
import type { Filter } from '../filter/Filter.ts'
import type { BlockInterval } from '../Coverage.ts'
import { bytesToHex } from '../columns/hex.ts'
import { bufferFile } from './bufferFile.ts'
import { checkedFile } from './checkPages.ts'
import { parquetOptions } from './parquetOptions.ts'
import type { ArchiveManifest } from './ArchiveManifest.ts'

/** The rows of one address and topic0 in a file: they follow each other, in the order of the chain. */
export interface KeyRun {
  readonly address: Hex
  /** `null` for logs without topics. */
  readonly topic0: Hex | null
  readonly first: number
  readonly rows: number
  /** The first and the last block of these logs. */
  readonly blocks: BlockInterval
}

/** The runs of each file, in the order of their rows. */
export type ArchiveKeys = readonly (readonly KeyRun[])[]

/** The most bytes of keys to download. */
export const mostKeyBytes = 32 * 1024 * 1024

/** Parses an index of keys. `undefined` unless it accounts for each row of each file exactly once. */
export async function parseKeys(
  bytes: Uint8Array,
  { files, keys: { indexStart } }: ArchiveManifest,
): Promise<ArchiveKeys | undefined> {
  const metadata = parquetMetadata(bytes.slice(indexStart).buffer as ArrayBuffer, { geoparquet: false })
  const file = checkedFile(bufferFile(bytes), { indexStart, rows: Number(metadata.num_rows) })
  const keys: KeyRun[][] = files.map(() => [])
  for (const row of await parquetReadObjects({ ...parquetOptions, file, metadata })) {
    const { file, address, topic0 } = row
    const [first, rows, from, to] = [row['first_row'], row['rows'], row['from_block'], row['to_block']].map(
      Number,
    )
    if (!(address instanceof Uint8Array) || (topic0 !== null && !(topic0 instanceof Uint8Array)))
      return undefined
    const runs = keys[Number(file)]
    if (!runs || ![first, rows, from, to].every((value) => Number.isSafeInteger(value) && value! >= 0))
      return undefined
    runs.push({
      address: bytesToHex(address, 0, address.length, 0),
      topic0: topic0 && bytesToHex(topic0, 0, topic0.length, 0),
      first: first!,
      rows: rows!,
      blocks: { from: BigInt(from!), to: BigInt(to!) },
    })
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

/** The runs that may have logs which match the filter, in some blocks. */
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
