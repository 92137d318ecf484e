import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type * as Lmdb from 'lmdb'
import { StorageError } from '../errors/StorageError.ts'

const require = createRequire(import.meta.url)
const opened = new Map<string, Lmdb.RootDatabase>()

/**
 * Opens a folder's database, once per process: crash-safe, and shared by processes.
 *
 * @throws {@link StorageError} if `lmdb` is not installed, or the folder cannot be used.
 */
export function openLmdb(folderPath: string): Lmdb.RootDatabase {
  const folder = resolve(folderPath)
  const known = opened.get(folder)
  if (known) return known
  let lmdb: typeof Lmdb
  try {
    lmdb = require('lmdb') as typeof Lmdb
  } catch (cause) {
    throw new StorageError('unavailable', 'Storing in a folder needs lmdb, which cannot be loaded.', {
      advice: 'Install it with: npm install lmdb',
      cause,
    })
  }
  try {
    mkdirSync(folder, { recursive: true })
    // Without `noSubdir`, lmdb takes a folder with a dot in its name for a file.
    const database = lmdb.open({ path: folder, noSubdir: false, maxDbs: 8 })
    opened.set(folder, database)
    return database
  } catch (cause) {
    const reason = cause instanceof Error ? `: ${cause.message}` : '.'
    throw new StorageError('unavailable', `Nothing can be stored in ${folder}${reason}`, {
      advice: 'Check that it is a folder that this process may write to.',
      cause,
    })
  }
}
