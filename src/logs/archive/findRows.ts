import { hexToWords } from '../columns/hex.ts'
import { partsOf, type Filter } from '../filter/Filter.ts'
import { ParquetFile } from '../parquet/ParquetFile.ts'
import { readSlices } from '../parquet/readSlices.ts'
import type { ArchiveHost } from './ArchiveHost.ts'
import type { KeyRuns } from './ArchiveKeys.ts'
import type { ArchivePart } from './ArchiveManifest.ts'
import { hashTopic } from './hashTopic.ts'
import { RangeFile } from './RangeFile.ts'

/** Maximum values to look up in an index of words: each takes a page of it. */
const maxValues = 64
/** This many entries of the index cost as much as a row of logs. */
const entriesPerRow = 20

/** The hashes of the wanted values: for each part of a filter, and each topic after the first that it restricts. */
type WordHashes = readonly (readonly ReadonlySet<number>[])[]

/** `undefined` if a part restricts no topic after the first, or if there are too many values. */
function hashesOf(filter: Filter): WordHashes | undefined {
  const hashes = partsOf(filter).map(({ topics }) =>
    topics.flatMap((anyOf, position) =>
      position === 0 || !anyOf ? [] : [new Set(anyOf.map((topic) => hashTopic(hexToWords(topic), position)))],
    ),
  )
  const count = hashes.flat().reduce((sum, { size }) => sum + size, 0)
  return hashes.every((part) => part.length > 0) && count <= maxValues ? hashes : undefined
}

/** Whether an index of words can tell which rows match. */
export function wantsWords(filter: Filter): boolean {
  return hashesOf(filter) !== undefined
}

/**
 * The rows of some runs that may match a filter by its topics after the first, ascending. The other rows cannot match.
 * `undefined` if the filter does not restrict these topics, or their values are so common that reading the runs costs less.
 */
export async function findRows(
  host: ArchiveHost,
  words: ArchivePart,
  filter: Filter,
  { runs, signal }: { readonly runs: KeyRuns; readonly signal: AbortSignal | undefined },
): Promise<Float64Array | undefined> {
  const hashes = hashesOf(filter)
  if (!hashes) return undefined
  const file = new RangeFile(host, words, signal)
  const index = await file.index()
  try {
    const opened = new ParquetFile(file, { bytes: index, indexStart: words.indexStart })
    const wanted = new Set(hashes.flat().flatMap((set) => [...set]))
    const ranges = opened.rowsWith('hash', Float64Array.from(wanted))
    const entries = ranges.reduce((sum, { from, to }) => sum + to - from, 0)
    if (entries > entriesPerRow * runs.rowCount) return undefined
    const rows = new Map<number, number[]>()
    for await (const { hash, row } of readSlices(opened, ranges, ['hash', 'row'])) {
      if (!(hash instanceof Float64Array && row instanceof Float64Array)) throw new RangeError('words')
      for (const [at, value] of hash.entries()) {
        if (!wanted.has(value)) continue
        const list = rows.get(value)
        if (list) list.push(row[at]!)
        else rows.set(value, [row[at]!])
      }
    }
    const all = new Set<number>()
    for (const part of hashes) {
      const [first, ...others] = part.map((set) => new Set([...set].flatMap((hash) => rows.get(hash) ?? [])))
      for (const row of first!) if (others.every((set) => set.has(row))) all.add(row)
    }
    let at = 0
    return Float64Array.from(all)
      .sort()
      .filter((row) => {
        while (at < runs.length && runs.rows(at).to <= row) at++
        return at < runs.length && runs.rows(at).from <= row
      })
  } catch (error) {
    signal?.throwIfAborted()
    throw host.fail(`has a damaged index of words in ${words.path}`, error)
  }
}
