import type { ByteFile } from '../parquet/ParquetFile.ts'
import { untilAborted } from '../untilAborted.ts'
import type { ArchiveHost } from './ArchiveHost.ts'
import type { ArchivePart } from './ArchiveManifest.ts'
import type { ByteRange } from './PieceHashes.ts'

/** Ranges at most this many bytes apart are read together, which is faster than another request. */
const maxGap = 64 * 1024
/** Maximum bytes of one request. */
const maxBytes = 4 * 1024 * 1024
/** Requests in flight: enough to read the pages of a few logs in one round trip. Over HTTP/1.1, browsers send six at a time. */
const maxInFlight = 48

/** Supplies the bytes of files. */
export type FileSource = Pick<ArchiveHost, 'fail' | 'readIndex' | 'readPieces'>

interface Slice extends ByteRange {
  readonly resolve: (bytes: Uint8Array) => void
  readonly reject: (error: unknown) => void
}

/** A remote file. Slices that are requested in the same turn of the event loop are read together. */
export class RangeFile implements ByteFile {
  readonly #source: FileSource
  readonly #part: ArchivePart
  readonly #signal: AbortSignal | undefined
  #waiting: Slice[] = []

  constructor(source: FileSource, part: ArchivePart, signal: AbortSignal | undefined) {
    this.#source = source
    this.#part = part
    this.#signal = signal
  }

  async slice(from: number, to: number): Promise<Uint8Array> {
    const { bytes, indexStart } = this.#part
    if (from >= indexStart && to <= bytes && from <= to)
      return (await this.index()).subarray(from - indexStart, to - indexStart)
    if (!(from >= 0 && from < to && to <= bytes))
      throw this.#source.fail(`has a damaged index in ${this.#part.path}`)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ from, to, resolve, reject })
      if (this.#waiting.length === 1) setTimeout(() => void this.#flush())
    })
  }

  /** Everything from `indexStart` on: hashes, page indexes and the footer. */
  async index(): Promise<Uint8Array<ArrayBuffer>> {
    return (await untilAborted(this.#source.readIndex(this.#part), this.#signal)).bytes
  }

  async #flush(): Promise<void> {
    const slices = this.#waiting
    this.#waiting = []
    const groups = joinSlices(slices)
    const work = groups.values()
    await Promise.all(
      Array.from({ length: maxInFlight }, async () => {
        for (const { range, slices: inside } of work)
          try {
            const pieces = await this.#source.readPieces(this.#part, range, this.#signal)
            for (const { from, to, resolve } of inside)
              resolve(pieces.bytes.subarray(from - pieces.from, to - pieces.from))
          } catch (error) {
            for (const { reject } of inside) reject(error)
          }
      }),
    )
  }
}

function joinSlices(
  slices: readonly Slice[],
): { readonly range: ByteRange; readonly slices: readonly Slice[] }[] {
  const groups: { range: ByteRange; slices: Slice[] }[] = []
  for (const slice of slices.toSorted((a, b) => a.from - b.from)) {
    const last = groups.at(-1)
    const to = Math.max(last?.range.to ?? 0, slice.to)
    if (last && slice.from <= last.range.to + maxGap && to - last.range.from <= maxBytes) {
      last.range = { from: last.range.from, to }
      last.slices.push(slice)
    } else groups.push({ range: { from: slice.from, to: slice.to }, slices: [slice] })
  }
  return groups
}
