import type { Hash } from 'viem'
import { isCount, isObject, parseJson } from '../../base/unknownJson.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import { parseFilterKey } from '../filter/filterKey.ts'
import { intersect, toIntervalSet, type IntervalSet } from '../intervals.ts'

/** A file of an archive. It never changes: its path contains a part of its hash. */
export interface ArchivePart {
  /** Relative to the manifest: `logs/0-1999999-0123456789abcdef.parquet`. */
  readonly path: string
  readonly bytes: number
  /** Where the hashes of pages, the page indexes and the footer begin: everything that is needed to find rows. */
  readonly indexStart: number
  /** Of the whole file, in hex. */
  readonly sha256: string
  /** Of everything from `indexStart` on, where the hashes of all pages come first. Without it, ranges cannot be checked. */
  readonly indexSha256?: string | undefined
}

/** A Parquet file with the logs of consecutive blocks, sorted by address, topic0, block number and log index. */
export interface ArchiveFile extends ArchivePart {
  readonly fromBlock: number
  readonly toBlock: number
  readonly rows: number
  /** The hash of `toBlock`, which may have no logs. */
  readonly lastBlockHash: Hash
  /** The hash of the block before `fromBlock`: it chains the files. */
  readonly parentHash: Hash
  /** Optional: the rows of each topic after the first, by a hash of it. Finds rare topics without reading their neighbors. */
  readonly words?: ArchivePart | undefined
}

/** The content of `manifest.json`, which lists what an archive has. It is replaced as a whole when blocks are added. */
export interface ArchiveManifest {
  readonly format: 'topic0-archive'
  readonly version: 1
  readonly chainId: number
  readonly genesisHash: Hash
  /** Counts the changes. */
  readonly revision: number
  readonly createdAt: string
  /** Which logs were collected, as addresses and topics; `null` for all of them. */
  readonly filter: readonly [address: readonly string[] | null, topics: readonly unknown[]] | null
  /** The blocks for which it has all of these logs. Ascending, inclusive. */
  readonly covered: readonly (readonly [from: number, to: number])[]
  /** Ascending, without overlap. */
  readonly files: readonly ArchiveFile[]
  /** One row for each file, address and topic0: where its rows begin, and how many there are. */
  readonly keys: ArchivePart
  /** Files of earlier revisions, which stay for a while for readers of an older manifest. */
  readonly replaced?: readonly ReplacedFile[] | undefined
  /** The publisher's Ed25519 signature of everything before it, in hex. The last field. */
  readonly signature?: string | undefined
}

export interface ReplacedFile {
  readonly path: string
  /** When it was replaced, in milliseconds since the epoch. */
  readonly at: number
}

/** The filter that matches all logs. */
const all: Filter = { address: undefined, topics: [] }

/** Parsed once: an archive may have the logs of many contracts, and each query needs its filter. */
const filters = new WeakMap<object, Filter>()

/** Which logs were collected. */
export function filterOf({ filter }: Pick<ArchiveManifest, 'filter'>): Filter {
  if (!filter) return all
  let parsed = filters.get(filter)
  if (!parsed) filters.set(filter, (parsed = parseFilterKey(JSON.stringify(filter)) ?? all))
  return parsed
}

/** The covered blocks that have files. */
export function coveredBlocks({ covered, files }: ArchiveManifest): IntervalSet {
  return intersect(
    toIntervalSet(covered.map(([from, to]) => ({ from: BigInt(from), to: BigInt(to) }))),
    toIntervalSet(files.map(blocksOf)),
  )
}

/** All files but the manifest. */
export function archiveParts({
  files,
  keys,
}: Pick<ArchiveManifest, 'files' | 'keys'>): readonly ArchivePart[] {
  return [...files, ...files.flatMap(({ words }) => words ?? []), keys]
}

export function blocksOf({ fromBlock, toBlock }: ArchiveFile): BlockInterval {
  return { from: BigInt(fromBlock), to: BigInt(toBlock) }
}

/** Maximum bytes of a manifest: enough for about 20,000 files. */
export const maxManifestBytes = 8 * 1024 * 1024
const maxFileBytes = 2 ** 36
/**
 * Rows that a file of any size may have. Rows take a byte or more each, unless most are alike; a small file that
 * states many more would fill the memory of its readers.
 */
const alwaysAllowed = 1_000_000
/** Maximum intervals of covered blocks: each query goes through them. Ours have one. */
const maxCovered = 20_000

/** The manifest in this text, or what is wrong with it. */
export function parseManifest(text: string): ArchiveManifest | string {
  const value = parseJson(text)
  if (value === undefined) return 'has a manifest that is not JSON'
  if (!isObject(value) || value['format'] !== 'topic0-archive')
    return 'has a manifest of another format: it is not an archive of topic0'
  if (value['version'] !== 1)
    return `has version ${typeof value['version'] === 'number' ? value['version'] : 'unknown'}, but this release reads version 1`
  const { chainId, genesisHash, revision, createdAt, filter, covered, files, keys, replaced, signature } =
    value
  const isWhole =
    isCount(chainId) &&
    isHash(genesisHash) &&
    isCount(revision) &&
    typeof createdAt === 'string' &&
    (filter === null || parseFilterKey(JSON.stringify(filter)) !== undefined) &&
    isPart(keys) &&
    (signature === undefined || typeof signature === 'string') &&
    (replaced === undefined || (Array.isArray(replaced) && replaced.every(isReplaced)))
  if (!isWhole) return 'has a manifest with a missing or malformed field'
  const isAscending = (list: readonly unknown[], ends: (one: never) => readonly [unknown, unknown]) => {
    let last = -1
    return list.every((one) => {
      const [from, to] = ends(one as never)
      const fits = isCount(from) && isCount(to) && from <= to && from > last
      if (fits) last = to
      return fits
    })
  }
  const isCovered =
    Array.isArray(covered) &&
    covered.length <= maxCovered &&
    covered.every((pair) => Array.isArray(pair) && pair.length === 2) &&
    isAscending(covered, (pair) => pair)
  if (!isCovered) return 'has a manifest whose covered blocks are malformed'
  const hasFiles =
    Array.isArray(files) &&
    files.every(isFile) &&
    isAscending(files, (file: ArchiveFile) => [file.fromBlock, file.toBlock])
  if (!hasFiles) return 'has a manifest whose files are malformed, or overlap'
  return value as unknown as ArchiveManifest
}

function isReplaced(value: unknown): value is ReplacedFile {
  return isObject(value) && typeof value['path'] === 'string' && isCount(value['at'])
}

function isFile(value: unknown): value is ArchiveFile {
  if (!isObject(value) || !isPart(value)) return false
  const { bytes } = value
  const { rows, lastBlockHash, parentHash, words } = value as Record<string, unknown>
  return (
    isCount(rows) &&
    rows <= Math.max(bytes, alwaysAllowed) &&
    isHash(lastBlockHash) &&
    isHash(parentHash) &&
    (words === undefined || (isObject(words) && isPart(words)))
  )
}

/** Paths stay below the manifest: no scheme, no leading slash, no `..`. */
const safePath = /^[\w-]+(?:\.[\w-]+)*(?:\/[\w-]+(?:\.[\w-]+)*)*$/

function isPart(value: unknown): value is ArchivePart {
  if (!isObject(value)) return false
  const { path, bytes, indexStart, sha256, indexSha256 } = value
  return (
    typeof path === 'string' &&
    path.length <= 200 &&
    safePath.test(path) &&
    isCount(bytes) &&
    bytes <= maxFileBytes &&
    isCount(indexStart) &&
    indexStart < bytes &&
    isSha256(sha256) &&
    (indexSha256 === undefined || isSha256(indexSha256))
  )
}

function isSha256(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

function isHash(value: unknown): value is Hash {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)
}
