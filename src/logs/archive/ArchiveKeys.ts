import type { Hex } from 'viem'
import { isCount } from '../../base/unknownJson.ts'
import { runInSlices } from '../../rpc/runInSlices.ts'
import { hexToWords, wordsToHex } from '../columns/hex.ts'
import { sortIndexes } from '../columns/sortIndexes.ts'
import { WordTable } from '../columns/WordTable.ts'
import type { BlockInterval } from '../Coverage.ts'
import { partsOf, type Filter } from '../filter/Filter.ts'
import { ByteColumn, type Column } from '../parquet/ByteColumn.ts'
import { bufferFile, ParquetFile, type RowRange } from '../parquet/ParquetFile.ts'
import { readSlices } from '../parquet/readSlices.ts'
import type { ArchiveManifest } from './ArchiveManifest.ts'
import { keyColumns } from './archiveSchema.ts'
import { viewOf } from './Rows.ts'

/** The runs of each file. */
export type ArchiveKeys = readonly KeyRuns[]

/** Maximum bytes of keys to download. */
export const maxKeyBytes = 32 * 1024 * 1024

/** Maximum keys: as many as {@link maxKeyBytes} hold at some 11 bytes each. In memory, each takes 60 to 120. */
const maxKeys = 3_000_000
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
  const keys = new KeyTable(file.rows)
  for await (const columns of readSlices(file, [{ from: 0, to: file.rows }], keyNames))
    if (!keys.add(columns)) return undefined
  const { result: places } = await runInSlices(sortIndexes([keys.files, keys.firsts]))
  let at = 0
  const runs: KeyRuns[] = []
  for (const [index, { rows }] of files.entries()) {
    const begin = at
    let next = 0
    for (; at < places.length && keys.files[places[at]!] === index; at++) {
      const place = places[at]!
      if (keys.firsts[place] !== next || keys.counts[place] === 0) return undefined
      next += keys.counts[place]!
    }
    if (next !== rows) return undefined
    runs.push(new KeyRuns(keys, places.subarray(begin, at)))
  }
  return at === places.length ? runs : undefined
}

/** The keys of all files, in columns: an object for each would take many times the memory. */
class KeyTable {
  readonly addresses = new WordTable(5)
  readonly topics0 = new WordTable(8)
  readonly addressIds: Uint32Array
  /** The id of each topic0, and 1 more; 0 for logs without topics. */
  readonly topicIds: Uint32Array
  readonly files: Float64Array
  readonly firsts: Float64Array
  readonly counts: Float64Array
  readonly fromBlocks: Float64Array
  readonly toBlocks: Float64Array
  #length = 0
  readonly #word = new Uint32Array(8)

  constructor(length: number) {
    this.addressIds = new Uint32Array(length)
    this.topicIds = new Uint32Array(length)
    this.files = new Float64Array(length)
    this.firsts = new Float64Array(length)
    this.counts = new Float64Array(length)
    this.fromBlocks = new Float64Array(length)
    this.toBlocks = new Float64Array(length)
  }

  /** Adds some keys. `false` if one is malformed. */
  add(columns: Readonly<Record<(typeof keyNames)[number], Column>>): boolean {
    const { address, topic0 } = columns
    if (!(address instanceof ByteColumn && topic0 instanceof ByteColumn)) return false
    const from = this.#length
    this.#length += address.length
    const numbers = [
      [columns.file, this.files],
      [columns.first_row, this.firsts],
      [columns.rows, this.counts],
      [columns.from_block, this.fromBlocks],
      [columns.to_block, this.toBlocks],
    ] as const
    for (const [column, to] of numbers) {
      if (!(column instanceof Float64Array && column.every(isCount))) return false
      to.set(column, from)
    }
    const [view, view0] = [viewOf(address.bytes), viewOf(topic0.bytes)]
    for (let row = 0; row < address.length; row++) {
      const [start, start0] = [address.starts[row]!, topic0.starts[row]!]
      if (start < 0 || address.lengths[row] !== 20 || (start0 >= 0 && topic0.lengths[row] !== 32))
        return false
      this.addressIds[from + row] = this.#intern(this.addresses, view, start)
      if (start0 >= 0) this.topicIds[from + row] = this.#intern(this.topics0, view0, start0) + 1
    }
    return true
  }

  #intern(table: WordTable, view: DataView, at: number): number {
    for (let k = 0; k < table.width; k++) this.#word[k] = view.getUint32(at + k * 4)
    return table.intern(this.#word, 0)
  }
}

/**
 * Runs of a file in row order: the rows of one address and topic0, which are consecutive, in the order of the chain.
 */
export class KeyRuns {
  /** How many runs. */
  readonly length: number
  /** The rows of all runs. */
  readonly rowCount: number
  readonly #keys: KeyTable
  /** Where each run is in the table. */
  readonly #places: Uint32Array

  constructor(keys: KeyTable, places: Uint32Array) {
    this.#keys = keys
    this.#places = places
    this.length = places.length
    this.rowCount = places.reduce((sum, place) => sum + keys.counts[place]!, 0)
  }

  address(run: number): Hex {
    const { addresses, addressIds } = this.#keys
    return wordsToHex(addresses.words, addressIds[this.#places[run]!]! * 5, 5)
  }

  /** `null` for logs without topics. */
  topic0(run: number): Hex | null {
    const { topics0, topicIds } = this.#keys
    const id = topicIds[this.#places[run]!]! - 1
    return id < 0 ? null : wordsToHex(topics0.words, id * 8, 8)
  }

  rows(run: number): RowRange {
    const place = this.#places[run]!
    const from = this.#keys.firsts[place]!
    return { from, to: from + this.#keys.counts[place]! }
  }

  /** The first and the last block of the logs of a run. */
  blocks(run: number): BlockInterval {
    const place = this.#places[run]!
    return { from: BigInt(this.#keys.fromBlocks[place]!), to: BigInt(this.#keys.toBlocks[place]!) }
  }

  /** The rows of all runs. Those of adjacent runs are one range. */
  joinedRows(): readonly RowRange[] {
    const joined: RowRange[] = []
    for (let run = 0; run < this.length; run++) {
      const { from, to } = this.rows(run)
      const last = joined.at(-1)
      if (last?.to === from) joined[joined.length - 1] = { from: last.from, to }
      else joined.push({ from, to })
    }
    return joined
  }

  /** Whether all logs of the runs are in these blocks. */
  isWithin({ from, to }: BlockInterval): boolean {
    const { fromBlocks, toBlocks } = this.#keys
    return this.#places.every((place) => fromBlocks[place]! >= from && toBlocks[place]! <= to)
  }

  /** The runs that may have matching logs in some blocks. */
  select(filter: Filter, { from, to }: BlockInterval): KeyRuns {
    const { addresses, topics0, addressIds, topicIds, fromBlocks, toBlocks } = this.#keys
    const parts = partsOf(filter).map(({ address, topics }) => ({
      wanted: address && idsOf(addresses, address),
      hasTopic: topics.length > 0,
      wanted0: topics[0] ? idsOf(topics0, topics[0]) : undefined,
    }))
    const places = this.#places.filter(
      (place) =>
        fromBlocks[place]! <= to &&
        toBlocks[place]! >= from &&
        parts.some(
          ({ wanted, hasTopic, wanted0 }) =>
            (!wanted || wanted.has(addressIds[place]!)) &&
            (!hasTopic || topicIds[place] !== 0) &&
            (!wanted0 || wanted0.has(topicIds[place]! - 1)),
        ),
    )
    return new KeyRuns(this.#keys, places)
  }
}

/** The ids of those values that the table has. */
function idsOf(table: WordTable, values: readonly Hex[]): ReadonlySet<number> {
  return new Set(values.map((value) => table.find(hexToWords(value), 0)).filter((id) => id >= 0))
}
