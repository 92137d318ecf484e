import type { DecodedArg, DecodedEvent } from '../Log.ts'
import type { CellValue, ExportColumn } from './ExportColumn.ts'
import { toExportValue } from './toCellText.ts'

/** Maximum number of columns: wider tables are useless, so the arguments then share one column. */
const maxColumns = 40
/** Maximum length of a name from an ABI, in characters. */
const maxLength = 100

/**
 * Collects the arguments of events as columns. Events share a column for arguments of the same name; within one event
 * every argument has its own column, even if a name repeats, so that no value is lost.
 */
export class ArgColumns {
  /** The types in each column, by column name. */
  readonly #types = new Map<string, Set<string>>()
  #hasEvents = false
  #event: DecodedEvent | undefined
  #names: readonly string[] = []

  add(event: { readonly args: readonly Omit<DecodedArg, 'value'>[] }): void {
    this.#hasEvents = true
    if (this.#types.size > maxColumns) return
    for (const [at, name] of namesOf(event.args).entries()) {
      const types = this.#types.get(name)
      if (types) types.add(event.args[at]!.type)
      else this.#types.set(name, new Set([event.args[at]!.type]))
    }
  }

  /** Whether no event was added: no log could be decoded. */
  get isEmpty(): boolean {
    return !this.#hasEvents
  }

  /** The columns; `undefined` if there are too many. */
  columns(): readonly ExportColumn[] | undefined {
    if (this.#types.size > maxColumns) return undefined
    const taken = new Set(this.#types.keys())
    return [...this.#types].flatMap(([name, types]): ExportColumn[] => {
      const read: ExportColumn['read'] = ({ decoded }) => decoded && this.#read(decoded, name)
      const column: ExportColumn = { name, type: columnType(types), read }
      if (column.type !== 'text' || ![...types].every((type) => /^u?int\d+$/.test(type))) return [column]
      return [column, { name: freeName(`${name}_decimal`, taken), type: 'decimal', read }]
    })
  }

  #read(event: DecodedEvent, name: string): CellValue {
    // Cached, because all columns of a row are read in turn.
    if (event !== this.#event) {
      this.#event = event
      this.#names = namesOf(event.args)
    }
    const arg = event.args[this.#names.indexOf(name)]
    return arg && cellOf(arg)
  }
}

function namesOf(args: readonly Omit<DecodedArg, 'value'>[]): readonly string[] {
  const names: string[] = []
  const taken = new Set<string>()
  for (const [at, { name, hashed }] of args.entries()) {
    const own = `arg_${columnName(name) || at}${hashed ? '_hash' : ''}`
    names.push(freeName(own, taken))
  }
  return names
}

/**
 * Makes a name safe for a column: invisible characters could make two names look the same, and a long name would hide
 * the others.
 */
function columnName(name: string): string {
  const seen = name
    .slice(0, maxLength * 2)
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '_')
  return Array.from(seen).slice(0, maxLength).join('')
}

/** Picks a name that is not in `taken`, and adds it. */
function freeName(own: string, taken: Set<string>): string {
  let free = own
  for (let count = 2; taken.has(free); count++) free = `${own}_${count}`
  taken.add(free)
  return free
}

function cellOf({ value, type }: DecodedArg): CellValue {
  if (typeof value === 'number') return /^u?int/.test(type) ? BigInt(value) : String(value)
  if (typeof value === 'object') return JSON.stringify(toExportValue(value, type))
  return typeof value === 'string' && type === 'address' ? value.toLowerCase() : value
}

/** Integers of more than 48 bits are text, with every digit. */
function columnType(types: ReadonlySet<string>): ExportColumn['type'] {
  const all = [...types]
  if (all.every((type) => type === 'bool')) return 'boolean'
  return all.every((type) => /^u?int(8|16|24|32|40|48)$/.test(type)) ? 'integer' : 'text'
}
