import { createRequire } from 'node:module'

interface Connection {
  runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): Record<string, unknown>[] }>
  closeSync(): void
}

interface DuckDb {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> }
}

const require = createRequire(import.meta.url)

/** A database in memory, to read files as users would. */
export async function openDuckDb(): Promise<{
  query: (sql: string) => Promise<Record<string, unknown>[]>
  close: () => void
}> {
  const { DuckDBInstance } = require('@duckdb/node-api') as DuckDb
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  return {
    query: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson(),
    close: () => connection.closeSync(),
  }
}
