import { isCount } from '../../base/unknownJson.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import { openSegment } from '../columns/openSegment.ts'
import { selectRows } from '../columns/selectRows.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import { parseFilterKey, filterKey } from '../filter/filterKey.ts'
import type { StoredKey } from './LogStorage.ts'

/** The key of a record; `undefined` for block numbers beyond `Number.MAX_SAFE_INTEGER`, which no chain has. */
export function recordKey(
  chainId: number,
  filter: Filter,
  { from, to }: BlockInterval,
): RecordKey | undefined {
  const [first, last] = [Number(from), Number(to)]
  return Number.isSafeInteger(last) ? [chainId, filterKey(filter), first, last] : undefined
}

/** The approximate bytes of a record on disk: its key is stored twice. */
export function recordBytes(segment: LogSegment, key: RecordKey): number {
  return 500 + key[1].length * 2 + segment.byteLength
}

/** The version of the record format. Records of other versions are deleted when they are read. */
export const recordFormat = 1

/** Parses a segment from storage; `undefined` if it is malformed or does not match its key. */
export function readSegment(buffers: unknown, filter: Filter, range: BlockInterval): LogSegment | undefined {
  if (!Array.isArray(buffers)) return undefined
  const segment = openSegment(buffers as readonly ArrayBuffer[])
  if (!segment || !isAscending(segment)) return undefined
  const { length } = segment
  if (length > 0 && (segment.blockNumber(0) < range.from || segment.blockNumber(length - 1) > range.to))
    return undefined
  return selectRows(segment, filter).length === length ? segment : undefined
}

/** Whether the logs are in order, without repeats, and none is removed. */
function isAscending({ columns, length }: LogSegment): boolean {
  const { blockNumbers, txBlocks, logTxs, logIndexes, logFlags } = columns
  let lastBlock = -1
  let lastIndex = -1
  for (let log = 0; log < length; log++) {
    const block = blockNumbers[txBlocks[logTxs[log]!]!]!
    const index = logIndexes[log]!
    if (block < lastBlock || (block === lastBlock && index <= lastIndex) || logFlags[log]! >= 8) return false
    lastBlock = block
    lastIndex = index
  }
  return true
}

/** Chain id, filter, first and last block. */
export type RecordKey = [chainId: number, filterKey: string, from: number, to: number]

/** Parses keys; malformed ones are left out. */
export function parseRecordKeys(keys: readonly unknown[]): readonly StoredKey[] {
  // Many records have the same filter.
  const filters = new Map<unknown, Filter | undefined>()
  return keys.flatMap((key) => {
    if (!Array.isArray(key) || key.length !== 4) return []
    const [chainId, text, from, to] = key as unknown[]
    if (!isCount(chainId) || !isCount(from) || !isCount(to) || from > to) return []
    if (!filters.has(text)) filters.set(text, parseFilterKey(text))
    const filter = filters.get(text)
    return filter ? [{ chainId, filter, range: { from: BigInt(from), to: BigInt(to) } }] : []
  })
}
