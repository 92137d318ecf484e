import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type * as DuckDb from '@duckdb/node-api'
import { ArchiveFolder } from '../node/archive/ArchiveFolder.ts'
import { onAbort } from '../rpc/onAbort.ts'
import type { ArchiveOptions, QueryFormat } from './options/parseArchiveOptions.ts'
import { UsageError } from './options/UsageError.ts'
import { exitCodes, type ExitCode } from './outcome.ts'
import { createTable, type Plain } from './QueryTable.ts'
import { writeStdout } from './writeStdout.ts'

type QueryOptions = Extract<ArchiveOptions, { readonly command: 'query' }>

/**
 * `topic0 archive query`: runs SQL over the files of an archive, which are the table `logs`. Prints each table that a
 * statement returns; as JSON or CSV, only one can be parsed. Resolves to the exit code.
 */
export async function runArchiveQuery(
  { folder, sql, format }: QueryOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  // As everywhere in topic0. DuckDB would cut days, and write times, in the time zone of this machine.
  process.env['TZ'] = 'UTC'
  const { DuckDBInstance, ResultReturnType } = loadDuckDb()
  const manifest = await new ArchiveFolder(folder).readManifest()
  const paths = (manifest?.files ?? []).map(({ path }) => quote(resolve(folder, path)))
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const release = onAbort(signal, () => connection.interrupt())
  try {
    await connection.run(`create view logs as select * from read_parquet([${paths.join()}])`)
    await connection.run(`create macro bytes(hex) as from_hex(substr(hex, 3))`)
    const statements = await connection.extractStatements(sql)
    const last = statements.count - 1
    let separator = ''
    for (let at = 0; at <= last; at++) {
      signal.throwIfAborted()
      const result = await (await statements.prepare(at)).stream()
      if (at < last && result.returnType !== ResultReturnType.QUERY_RESULT) continue
      if (at < last && format !== 'table')
        throw new UsageError(
          `Statement ${at + 1} of ${last + 1} returns a table, but ${format} prints only that of the last statement. Run it alone, or use --format table.`,
        )
      await printResult(result, { format, separator, signal })
      separator = '\n'
    }
    return exitCodes.complete
  } finally {
    release()
    connection.closeSync()
  }
}

async function printResult(
  result: DuckDb.DuckDBResult,
  { format, separator, signal }: { format: QueryFormat; separator: string; signal: AbortSignal },
): Promise<void> {
  const print = (text: string) => writeStdout(Buffer.from(text), signal)
  const table = createTable(result.deduplicatedColumnNames(), format)
  await print(separator)
  for await (const rows of result.yieldRows()) {
    signal.throwIfAborted()
    await print(table.add(rows.map((row) => row.map(toPlain))))
  }
  await print(table.end())
}

/** DuckDB as installed in the current project, else next to this package. */
function loadDuckDb(): typeof DuckDb {
  for (const from of [join(process.cwd(), 'package.json'), import.meta.url])
    try {
      return createRequire(from)('@duckdb/node-api') as typeof DuckDb
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
    }
  throw new UsageError(
    'SQL runs through DuckDB, which is not installed: npm install @duckdb/node-api. To read an archive without it: npx topic0 logs --archive FOLDER.',
  )
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Bytes become hex; integers that JSON readers would round become text. */
function toPlain(value: DuckDb.DuckDBValue): Plain {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString()
  if (typeof value !== 'object' || value === null) return value
  if ('bytes' in value && value.bytes instanceof Uint8Array)
    return `0x${Buffer.from(value.bytes).toString('hex')}`
  if ('items' in value) return value.items.map(toPlain)
  if ('entries' in value)
    return Array.isArray(value.entries)
      ? value.entries.map(({ key, value }) => ({ key: toPlain(key), value: toPlain(value) }))
      : Object.fromEntries(Object.entries(value.entries).map(([name, one]) => [name, toPlain(one)]))
  return String(value)
}
