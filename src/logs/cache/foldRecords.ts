import {
  fitsStorage,
  foldKey,
  keptLengths,
  parseFoldHeader,
  type FoldHeader,
  type FoldPoint,
} from './FoldStorage.ts'
import { ignoreRejection, type Database, type FoldRecord } from './openDatabase.ts'
import type { RecordKey } from './records.ts'
import type { DiskUse } from './recordStore.ts'

const foldFormat = 1

const rangeOf = (chainId: number, name: string) =>
  IDBKeyRange.bound([chainId, foldKey(name)], [chainId, foldKey(name), []])

interface Found {
  readonly keys: readonly RecordKey[]
  readonly headers: readonly FoldHeader[]
}

interface Segments {
  get(key: RecordKey): Promise<unknown>
  getAllKeys(range: IDBKeyRange): Promise<RecordKey[]>
}

async function find(store: Segments, chainId: number, name: string): Promise<Found> {
  const keys = await store.getAllKeys(rangeOf(chainId, name))
  const first = keys.filter(([, , , part]) => part === 0)
  const values = await Promise.all(first.map((key) => store.get(key)))
  const headers = values.map((value) => parseFoldHeader(readRecord(value)))
  return { keys, headers: headers.filter((header) => header !== undefined) }
}

function readRecord(value: unknown): unknown {
  const { format, fold } = (value ?? {}) as Partial<FoldRecord>
  return format === foldFormat ? fold : undefined
}

export async function listFold(
  database: Database,
  chainId: number,
  name: string,
): Promise<readonly FoldPoint[]> {
  const { headers } = await find(database.transaction('segments').store, chainId, name)
  return headers
}

/** Reads a state part by part, and marks it as used. */
export async function readFold(
  database: Database,
  chainId: number,
  name: string,
  point: FoldPoint,
  now: number,
): Promise<readonly string[] | undefined> {
  const step = database.transaction(['segments', 'uses'], 'readwrite')
  ignoreRejection(step.done)
  const [segments, uses] = [step.objectStore('segments'), step.objectStore('uses')]
  const keyOf = (part: number): RecordKey => [chainId, foldKey(name), point.length, part]
  const header = parseFoldHeader(readRecord(await segments.get(keyOf(0))), point)
  const parts: string[] = []
  for (let part = 1; part <= (header?.parts ?? 0); part++) {
    const text = readRecord(await segments.get(keyOf(part)))
    if (typeof text !== 'string') return undefined
    ignoreRejection(uses.put({ used: now, bytes: bytesOf(text) }, keyOf(part)))
    parts.push(text)
  }
  ignoreRejection(uses.put({ used: now, bytes: bytesOf('') }, keyOf(0)))
  return header && parts
}

/** Writes a state part by part, so that none of it blocks the page. */
export async function writeFold(
  database: Database,
  chainId: number,
  name: string,
  point: FoldPoint,
  parts: readonly string[],
  disk: DiskUse,
  now: number,
): Promise<void> {
  if (!fitsStorage(parts, disk.maxBytes)) return
  const step = database.transaction(['segments', 'uses'], 'readwrite')
  ignoreRejection(step.done)
  const [segments, uses] = [step.objectStore('segments'), step.objectStore('uses')]
  const { keys, headers } = await find(segments, chainId, name)
  const kept = keptLengths(headers, point)
  for (const key of keys) {
    if (kept.has(key[2])) continue
    ignoreRejection(segments.delete(key))
    ignoreRejection(uses.delete(key))
  }
  const header: FoldHeader = { ...point, parts: parts.length }
  let written = 0
  for (const [part, fold] of [header, ...parts].entries()) {
    const key: RecordKey = [chainId, foldKey(name), point.length, part]
    const bytes = bytesOf(typeof fold === 'string' ? fold : '')
    written += bytes
    ignoreRejection(uses.put({ used: now, bytes }, key))
    await segments.put({ format: foldFormat, fold }, key)
  }
  await step.done
  disk.sinceCount += written
}

/** The approximate bytes of a record on disk. */
const bytesOf = (text: string) => 500 + text.length
