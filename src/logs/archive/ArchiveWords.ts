import { parquetMetadata, parquetScan } from 'hyparquet'
import type { Hex } from 'viem'
import { partsOf } from '../filter/Filter.ts'
import type { Filter } from '../filter/Filter.ts'
import { countRows } from './ArchiveKeys.ts'
import type { KeyRun } from './ArchiveKeys.ts'
import type { ArchiveHost } from './ArchiveHost.ts'
import type { ArchivePart } from './ArchiveManifest.ts'
import { checkedFile } from './checkPages.ts'
import { hashTopic } from './hashTopic.ts'
import { parquetOptions } from './parquetOptions.ts'
import { RangeFile } from './RangeFile.ts'

/** Values up to which an index of words is used: each takes a page of it. */
const mostValues = 64
/** Entries of the index that cost as much as a row of logs. */
const entriesPerRow = 20

/** For each part of a filter, and each topic after the first that it wants: the hashes of the values. */
type WordHashes = readonly (readonly ReadonlySet<number>[])[]

/** `undefined` if some part wants no topic after the first, or too many. */
function hashesOf(filter: Filter): WordHashes | undefined {
  const hashes = partsOf(filter).map(({ topics }) =>
    topics.flatMap((anyOf, position) =>
      position === 0 || !anyOf ? [] : [new Set(anyOf.map((topic) => hashTopic(wordsOf(topic), 0, position)))],
    ),
  )
  const count = hashes.flat().reduce((sum, { size }) => sum + size, 0)
  return hashes.every((part) => part.length > 0) && count <= mostValues ? hashes : undefined
}

function wordsOf(topic: Hex): readonly number[] {
  return Array.from({ length: 8 }, (_, k) => Number.parseInt(topic.slice(2 + k * 8, 10 + k * 8), 16))
}

/**
 * The rows of some runs that may match a filter by its topics after the first, ascending; no other row does. `undefined` if the
 * filter wants none of these topics, or such common ones that reading the runs costs less.
 */
export async function findRows(
  host: ArchiveHost,
  words: ArchivePart,
  filter: Filter,
  { runs, signal }: { readonly runs: readonly KeyRun[]; readonly signal: AbortSignal | undefined },
): Promise<Float64Array | undefined> {
  const hashes = hashesOf(filter)
  if (!hashes) return undefined
  const file = new RangeFile(host, words, signal)
  const tail = await file.tail()
  try {
    const metadata = parquetMetadata(tail.slice().buffer, { geoparquet: false })
    const scan = await parquetScan({
      ...parquetOptions,
      file: checkedFile(file, { indexStart: words.indexStart, rows: Number(metadata.num_rows) }),
      metadata,
      pruningFilter: { hash: { $in: [...new Set(hashes.flat().flatMap((set) => [...set]))] } },
      usePageIndex: true,
    })
    const entries = scan.ranges.reduce((sum, { rowStart, rowEnd }) => sum + rowEnd - rowStart, 0)
    if (entries > entriesPerRow * countRows(runs)) return undefined
    const rows = new Map<number, number[]>()
    await Promise.all(
      scan.ranges.map(async ({ rowStart, rowEnd }) => {
        const [found, places] = await Promise.all(
          ['hash', 'row'].map((column) => scan.readColumn({ column, rowStart, rowEnd })),
        )
        for (let at = 0; at < found!.length; at++) {
          const hash = Number(found![at])
          const list = rows.get(hash)
          if (list) list.push(Number(places![at]))
          else rows.set(hash, [Number(places![at])])
        }
      }),
    )
    const all = new Set<number>()
    for (const part of hashes) {
      const [first, ...others] = part.map((set) => new Set([...set].flatMap((hash) => rows.get(hash) ?? [])))
      for (const row of first!) if (others.every((set) => set.has(row))) all.add(row)
    }
    let at = 0
    return Float64Array.from(all)
      .sort()
      .filter((row) => {
        while (at < runs.length && runs[at]!.first + runs[at]!.rows <= row) at++
        return at < runs.length && runs[at]!.first <= row
      })
  } catch (error) {
    signal?.throwIfAborted()
    throw host.fail(`has a damaged index of words in ${words.path}`, error)
  }
}
