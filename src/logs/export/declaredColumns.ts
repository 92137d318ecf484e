import type { AbiEvent } from 'viem'
import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { splitType } from '../decode/splitType.ts'
import { typeName } from '../filter/eventTopic.ts'
import { inputProblem } from '../filter/inputProblem.ts'
import { ArgColumns } from './ArgColumns.ts'
import type { ExportColumn } from './ExportColumn.ts'
import { exportColumns } from './exportColumns.ts'
import type { ExportFormat } from './ExportFormat.ts'

interface DeclaredColumnsOptions {
  readonly format: ExportFormat
  readonly content: 'decoded' | 'raw'
  /** The columns to keep, in this order. An argument may be named without `arg_`. @default all */
  readonly names?: readonly string[] | undefined
}

/**
 * The columns of logs that are written while they are read: from the declared events, before any log is known.
 *
 * @throws {@link InvalidQueryError} for a name that is no column.
 */
export function declaredColumns(
  events: readonly AbiEvent[],
  { format, content, names }: DeclaredColumnsOptions,
): readonly ExportColumn[] {
  const args = new ArgColumns()
  for (const { inputs } of events) args.add({ args: inputs.map(toArg) })
  const columns = exportColumns(content === 'raw' || events.length === 0 ? 'raw' : 'decoded', args.columns())
  if (names) return names.map((name, at) => findColumn(columns, name, at))
  return format === 'parquet' ? columns : columns.filter(({ type }) => type !== 'decimal')
}

function toArg(input: AbiEvent['inputs'][number]) {
  const { name = '', indexed = false } = input
  const type = typeName(input)
  return { name, type, indexed, hashed: indexed && splitType(type).kind !== 'word' }
}

function findColumn(columns: readonly ExportColumn[], name: string, at: number): ExportColumn {
  const found =
    columns.find((column) => column.name === name) ?? columns.find((column) => column.name === `arg_${name}`)
  if (found) return found
  const known = columns.map((column) => column.name).join(', ')
  throw new InvalidQueryError([{ path: `columns[${at}]`, ...inputProblem('column-unknown', name, known) }])
}
