import type { DecodedArg, DecodedEvent } from '../Log.ts'
import type { CellValue, ExportColumn } from './ExportColumn.ts'
import { toPlainValue } from './toPlainValue.ts'

/** Tables that are wider are of no use: the arguments then share one column. */
const mostColumns = 40

/**
 * Collects the arguments of events as columns of their own. Events share a column where an argument has the same name;
 * within one event each has its own, however often a name occurs, so that no value is lost.
 */
export class ArgColumns {
  /** The types that share a column. */
  readonly #types = new Map<string, Set<string>>()
  #event: DecodedEvent | undefined
  #names: readonly string[] = []

  add(event: DecodedEvent): void {
    if (this.#types.size > mostColumns) return
    for (const [at, name] of namesOf(event.args).entries()) {
      const types = this.#types.get(name)
      if (types) types.add(event.args[at]!.type)
      else this.#types.set(name, new Set([event.args[at]!.type]))
    }
  }

  /** `undefined` when there would be too many. */
  columns(): readonly ExportColumn[] | undefined {
    if (this.#types.size > mostColumns) return undefined
    return [...this.#types].map(([name, types]) => ({
      name,
      type: columnType(types),
      read: ({ decoded }) => decoded && this.#read(decoded, name),
    }))
  }

  #read(event: DecodedEvent, name: string): CellValue {
    // Asked for every column of a row in turn.
    if (event !== this.#event) {
      this.#event = event
      this.#names = namesOf(event.args)
    }
    const arg = event.args[this.#names.indexOf(name)]
    return arg && cellOf(arg)
  }
}

function namesOf(args: readonly DecodedArg[]): readonly string[] {
  const names: string[] = []
  for (const [at, { name, hashed }] of args.entries()) {
    const own = `arg_${name || at}${hashed ? '_hash' : ''}`
    let free = own
    for (let count = 2; names.includes(free); count++) free = `${own}_${count}`
    names.push(free)
  }
  return names
}

function cellOf({ value, type }: DecodedArg): CellValue {
  if (typeof value === 'object') return JSON.stringify(toPlainValue(value))
  if (typeof value === 'number') return /^u?int/.test(type) ? BigInt(value) : String(value)
  return value
}

/**
 * Numbers that 64 bits may not hold are text, digit by digit. So are those of 56 and 64 bits: a log may have a whole word
 * in their place, and one log of a hostile contract would keep all others from being written.
 */
function columnType(types: ReadonlySet<string>): ExportColumn['type'] {
  const all = [...types]
  if (all.every((type) => type === 'bool')) return 'boolean'
  return all.every((type) => /^u?int(8|16|24|32|40|48)$/.test(type)) ? 'integer' : 'text'
}
