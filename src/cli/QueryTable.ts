import { visibleText } from '../components/values/visibleText.ts'
import { toCsvCell } from '../logs/export/toCsvRow.ts'
import type { QueryFormat } from './options/parseArchiveOptions.ts'

/** A value as JSON has it. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain }

type Row = readonly Plain[]

/** Writes rows as the text of a table. */
export interface QueryTable {
  /** The text of the next rows. */
  add(rows: readonly Row[]): string
  /** The rest of the text. */
  end(): string
}

export function createTable(names: readonly string[], format: QueryFormat): QueryTable {
  if (format === 'ndjson') return new LineTable(names)
  if (format === 'json') return new JsonTable(names)
  if (format === 'csv') return new CsvTable(names)
  return new AlignedTable(names)
}

/** A JSON object per line. */
class LineTable implements QueryTable {
  readonly #names: readonly string[]

  constructor(names: readonly string[]) {
    this.#names = names
  }

  add(rows: readonly Row[]): string {
    return rows.map((row) => `${toObject(this.#names, row)}\n`).join('')
  }

  end(): string {
    return ''
  }
}

/** One JSON array. */
class JsonTable implements QueryTable {
  readonly #names: readonly string[]
  #before: '[' | ',' = '['

  constructor(names: readonly string[]) {
    this.#names = names
  }

  add(rows: readonly Row[]): string {
    let text = ''
    for (const row of rows) {
      text += `${this.#before}\n${toObject(this.#names, row)}`
      this.#before = ','
    }
    return text
  }

  end(): string {
    return `${this.#before === '[' ? '[' : '\n'}]\n`
  }
}

class CsvTable implements QueryTable {
  /** The head, until it is written. */
  #head: string

  constructor(names: readonly string[]) {
    this.#head = toLine(names)
  }

  add(rows: readonly Row[]): string {
    return this.#takeHead() + rows.map(toLine).join('')
  }

  end(): string {
    return this.#takeHead()
  }

  #takeHead(): string {
    const head = this.#head
    this.#head = ''
    return head
  }
}

/** Columns as wide as the first rows need, one line a row. */
class AlignedTable implements QueryTable {
  readonly #names: readonly string[]
  #widths: readonly number[] | undefined

  constructor(names: readonly string[]) {
    this.#names = names.map(visibleText)
  }

  add(given: readonly Row[]): string {
    const rows = given.map((row) => row.map(toVisible))
    return this.#takeHead(rows) + rows.map((row) => `${this.#lineOf(row)}\n`).join('')
  }

  end(): string {
    return this.#takeHead([])
  }

  /** The head, before the first rows. */
  #takeHead(rows: readonly Row[]): string {
    if (this.#widths) return ''
    this.#widths = this.#names.map((name, at) =>
      rows.reduce((most, row) => Math.max(most, textOf(row[at]!).length), name.length),
    )
    return `${this.#lineOf(this.#names)}\n${this.#widths.map((width) => '─'.repeat(width)).join('  ')}\n`
  }

  #lineOf(row: Row): string {
    return row
      .map((value, at) => {
        const width = this.#widths?.[at] ?? 0
        return typeof value === 'number' ? textOf(value).padStart(width) : textOf(value).padEnd(width)
      })
      .join('  ')
      .trimEnd()
  }
}

function toObject(names: readonly string[], row: Row): string {
  return JSON.stringify(Object.fromEntries(row.map((value, at) => [names[at]!, value])))
}

function toLine(cells: Row): string {
  return `${cells.map((cell) => toCsvCell(textOf(cell))).join(',')}\r\n`
}

function toVisible(value: Plain): Plain {
  return typeof value === 'number' ? value : visibleText(textOf(value))
}

function textOf(value: Plain): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
