import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type * as Lmdb from 'lmdb'
import { StorageError } from '../errors/StorageError.ts'

const require = createRequire(import.meta.url)
const opened = new Map<string, Lmdb.RootDatabase>()
/** Free bytes without which nothing is opened or written. */
const minFree = 2 ** 20
/** More than a database writes to a file when it is opened. */
const trialBytes = 2 ** 16

/**
 * Opens a folder's database, once per process: crash-safe, and shared by processes.
 *
 * @throws {@link StorageError} if `lmdb` is not installed, the disk is full, or the folder cannot be used.
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
    checkRoom(folder)
    tryToWrite(folder)
    const database = lmdb.open({
      path: folder,
      // By default, lmdb takes a folder with a dot in its name for a file.
      noSubdir: false,
      // By default, transactions share a promise that nothing can handle: a failure would end the process.
      eventTurnBatching: false,
      maxDbs: 8,
    })
    opened.set(folder, database)
    return database
  } catch (cause) {
    if (cause instanceof StorageError) throw cause
    const reason = cause instanceof Error ? `: ${cause.message}` : '.'
    throw new StorageError('unavailable', `Nothing can be stored in ${folder}${reason}`, {
      advice: 'Check that it is a folder that this process may write to.',
      cause,
    })
  }
}

/** Checks that a folder's disk has room for this many more bytes. @throws {@link StorageError} */
export function checkRoom(folder: string, bytes = 0): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < minFree + bytes) throw fullError(folder)
}

/**
 * Writes two files and deletes them. Opening a database does the same, but crashes the process where that fails: on a full disk, or
 * beyond a quota, of bytes or files, which the free space of the disk does not show.
 *
 * @throws {@link StorageError}
 */
function tryToWrite(folder: string): void {
  // The same names each time: a process that is killed here leaves files that the next one deletes.
  const paths = ['trial-1.tmp', 'trial-2.tmp'].map((name) => join(folder, name))
  try {
    for (const path of paths) writeFileSync(path, new Uint8Array(trialBytes))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ENOSPC' || code === 'EDQUOT' ? fullError(folder, error) : error
  } finally {
    for (const path of paths) rmSync(path, { force: true })
  }
}

function fullError(folder: string, cause?: unknown): StorageError {
  const message = `Nothing can be stored in ${folder}: its disk is full.`
  return new StorageError('full', message, { advice: 'Free some disk space.', cause })
}

/** Rethrows the error of a transaction that wrote about this many bytes. @throws {@link StorageError} if the disk is full. */
export function rethrow(folder: string, error: unknown, bytes = 0): never {
  // This promise rejects as well, and nobody else handles it.
  if (error instanceof Error && 'commitError' in error)
    void Promise.resolve(error.commitError).catch(() => {})
  checkRoom(folder, bytes)
  throw error
}
