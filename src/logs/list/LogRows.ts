import type { LogSegment } from '../columns/LogSegment.ts'
import type { DecodedArgs, Decoder } from '../decode/createDecoder.ts'
import type { RawLog, DecodedEvent, EventMisfit, LogRow } from '../Log.ts'
import { RowFields } from './RowFields.ts'

/** A row of a packed list. `eventName`, `args` and `decoded` are decoded on first read. */
export interface DecodedLogRow extends LogRow {
  readonly eventName: string | undefined
  readonly args: DecodedArgs['args']
}

type ReadRow = (index: number) => LogRow

const undecoded = {}
const readers = new WeakMap<LogSegment, WeakMap<object, ReadRow>>()

/**
 * Reads the rows of a segment: the same object for the same row, as long as it is referenced. Beyond 500,000 new rows
 * without a pause, rows are new objects each time.
 */
export function rowsOf(segment: LogSegment, decoder: Decoder | undefined): ReadRow {
  const key = decoder ?? undecoded
  let byDecoder = readers.get(segment)
  if (!byDecoder) readers.set(segment, (byDecoder = new WeakMap()))
  let read = byDecoder.get(key)
  if (!read) byDecoder.set(key, (read = createReader(segment, decoder)))
  return read
}

/** A new `WeakRef` keeps its row alive until the code pauses: ten million of them would fill the memory. */
const maxKept = 500_000
/** So few rows need no timer to forget them, and do not count. */
const uncounted = 1_000
let kept = 0

/** Whether a new row may be kept: the first `maxKept`, then none until the code has paused. */
function mayKeep(): boolean {
  if (kept >= maxKept + uncounted) return false
  if (++kept === uncounted) setTimeout(() => (kept = 0))
  return true
}

function createReader(segment: LogSegment, decoder: Decoder | undefined): ReadRow {
  // Weak, so that reading a million rows once, to count or export them, does not keep a million objects.
  const rows = new Map<number, WeakRef<LogRow>>()
  let sweepAt = 1024
  return (index) => {
    const known = rows.get(index)?.deref()
    if (known) return known
    const log = segment.get(index)
    const row: LogRow = decoder ? new LazyRow(log, decoder) : { ...log, decoded: undefined }
    if (!mayKeep()) return row
    if (rows.size >= sweepAt) {
      for (const [at, reference] of rows) if (!reference.deref()) rows.delete(at)
      sweepAt = Math.max(1024, rows.size * 2)
    }
    rows.set(index, new WeakRef(row))
    return row
  }
}

/** A single log as a lazily decoded row. */
export function decodeRow(log: RawLog, decoder: Decoder): LogRow {
  return new LazyRow(log, decoder)
}

/** A row of a list that spans several chains. */
export interface ChainRow {
  /** The chain id of the log. */
  readonly chainId: number
}

const chainRows = new WeakMap<LogRow, LogRow & ChainRow>()
/** Keeps a row alive while its copy is referenced, so that it does not get a second copy. */
const originals = new WeakMap<ChainRow, LogRow>()

/** A row with its chain id: the same object for the same row, as long as it is referenced. */
export function withChainId<row extends LogRow>(row: row, chainId: number): row & ChainRow {
  let copy = chainRows.get(row)
  if (!copy) {
    copy = row instanceof LazyRow ? new LazyChainRow(row, chainId) : { ...row, chainId }
    chainRows.set(row, copy)
    originals.set(copy, row)
  }
  return copy as LogRow as row & ChainRow
}

class LazyRow extends RowFields implements DecodedLogRow {
  declare readonly decoded: DecodedEvent | undefined
  declare readonly eventName: string | undefined
  declare readonly args: DecodedArgs['args']
  declare readonly misfit: EventMisfit | undefined
  readonly #decoder: Decoder
  #args: DecodedArgs | false | undefined
  #decoded: DecodedEvent | false | undefined
  #misfit: EventMisfit | false | undefined

  constructor(log: RawLog, decoder: Decoder) {
    super(log)
    this.#decoder = decoder
    Object.defineProperties(this, lazy)
  }

  static decoder(row: LazyRow): Decoder {
    return row.#decoder
  }

  static args(row: LazyRow): DecodedArgs | undefined {
    row.#args ??= row.#decoder.decodeArgs(row) ?? false
    return row.#args || undefined
  }

  static decoded(row: LazyRow): DecodedEvent | undefined {
    row.#decoded ??= row.#decoder.decode(row) ?? false
    return row.#decoded || undefined
  }

  static misfit(row: LazyRow): EventMisfit | undefined {
    row.#misfit ??= row.#decoder.misfit(row) ?? false
    return row.#misfit || undefined
  }
}

class LazyChainRow extends LazyRow implements ChainRow {
  readonly chainId: number

  constructor(row: LazyRow, chainId: number) {
    super(row, LazyRow.decoder(row))
    this.chainId = chainId
  }
}

/** Own and enumerable properties, as in any log, so that a copy, `{ ...row }`, has them too. */
const lazy: PropertyDescriptorMap = {
  eventName: lazily((row) => LazyRow.args(row)?.eventName),
  args: lazily((row) => LazyRow.args(row)?.args),
  decoded: lazily(LazyRow.decoded),
  misfit: lazily(LazyRow.misfit),
}

function lazily(read: (row: LazyRow) => unknown): PropertyDescriptor & ThisType<LazyRow> {
  return {
    enumerable: true,
    get() {
      return read(this)
    },
  }
}
