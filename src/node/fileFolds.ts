import { createHash } from 'node:crypto'
import type { Database } from 'lmdb'
import {
  fitsStorage,
  foldKey,
  keptLengths,
  parseFoldHeader,
  type FoldHeader,
  type FoldPoint,
  type FoldStorage,
} from '../logs/cache/FoldStorage.ts'
import { recordFormat, type RecordKey } from '../logs/cache/records.ts'

/** The key of a record in lmdb, with a hash of the filter: keys have at most 1,978 bytes. */
export type Place = [chainId: number, filter: string, from: number, to: number]

export interface Entry {
  /** The whole key. */
  readonly key: RecordKey
  readonly bytes: number
  /** When it was last written or read, to the hour. */
  readonly used: number
}

export interface Tables {
  readonly entries: Database<Entry, Place>
  readonly segments: Database<{ readonly format: number; readonly bytes: Uint8Array }, Place>
  readonly checkpoints: Database<unknown, number>
}

/** Where a record is. */
export function placeOf([chainId, filter, from, to]: RecordKey): Place {
  return [chainId, createHash('sha256').update(filter).digest('hex'), from, to]
}

interface FileFoldsOptions {
  readonly tables: Tables
  readonly maxBytes: number
  attempt<result>(otherwise: result, work: () => result | Promise<result>): Promise<result>
  change(bytes: number, work: () => void): Promise<void>
  remove(place: Place): void
  markUsed(places: readonly Place[]): void
  makeRoom(): void
}

/**
 * Stores the states of folds in the database of logs, where the least recently used records of both are deleted
 * first.
 */
export function fileFolds(options: FileFoldsOptions): FoldStorage {
  const { tables, maxBytes, attempt, change, remove, markUsed, makeRoom } = options

  function foldPlaces(chainId: number, name: string): readonly Place[] {
    const [, hash] = placeOf([chainId, foldKey(name), 0, 0])
    const range = { start: [chainId, hash] as never, end: [chainId, `${hash} `] as never }
    return Array.from(tables.entries.getKeys(range))
  }

  function readFoldPart(place: Place): unknown {
    const found = tables.segments.get(place)
    return found?.format === recordFormat ? JSON.parse(new TextDecoder().decode(found.bytes)) : undefined
  }

  /** Shortest first, as the places are. */
  function listFold(chainId: number, name: string): readonly FoldHeader[] {
    return foldPlaces(chainId, name)
      .filter(([, , , part]) => part === 0)
      .map((place) => parseFoldHeader(readFoldPart(place)))
      .filter((header) => header !== undefined)
  }

  return {
    list: (chainId, name) => attempt<readonly FoldPoint[]>([], () => listFold(chainId, name)),
    read: (chainId, name, point) =>
      attempt<readonly string[] | undefined>(undefined, () => {
        const placeOfPart = (part: number) => placeOf([chainId, foldKey(name), point.length, part])
        const header = parseFoldHeader(readFoldPart(placeOfPart(0)), point)
        if (!header) return undefined
        const places = Array.from({ length: header.parts }, (_, at) => placeOfPart(at + 1))
        markUsed([placeOfPart(0), ...places])
        const texts = places.map(readFoldPart)
        return texts.every((text) => typeof text === 'string') ? texts : undefined
      }),
    async write(chainId, name, point, parts) {
      if (!fitsStorage(parts, maxBytes)) return
      const header: FoldHeader = { ...point, parts: parts.length }
      const texts = [header, ...parts].map((part) => new TextEncoder().encode(JSON.stringify(part)))
      const size = texts.reduce((sum, { length }) => sum + length, 0)
      await change(size, () => {
        const kept = keptLengths(listFold(chainId, name), point)
        for (const place of foldPlaces(chainId, name)) if (!kept.has(place[2])) remove(place)
        for (const [part, bytes] of texts.entries()) {
          const key: RecordKey = [chainId, foldKey(name), point.length, part]
          void tables.segments.put(placeOf(key), { format: recordFormat, bytes })
          void tables.entries.put(placeOf(key), { key, bytes: 500 + bytes.length, used: Date.now() })
        }
        makeRoom()
      })
    },
  }
}
