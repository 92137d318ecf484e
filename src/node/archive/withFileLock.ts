import { randomUUID } from 'node:crypto'
import { link, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { parseJson } from '../../base/unknownJson.ts'

/** Who holds a lock. */
interface Owner {
  readonly host: string
  readonly pid: number
  /** Of this lock. */
  readonly id: string
}

/** Milliseconds after which a lock counts as left by a killed process, even if its `pid` is running: pids are reused. */
const staleAfter = 60_000

/**
 * Runs a short change under a lock between processes. The lock of a killed process is released.
 *
 * @returns Whether it ran: `false` if another process holds the lock.
 */
export async function withFileLock(path: string, change: () => Promise<void>): Promise<boolean> {
  const id = randomUUID()
  const draft = join(dirname(path), `${id}.new`)
  await writeFile(draft, JSON.stringify({ host: hostname(), pid: process.pid, id } satisfies Owner))
  try {
    if (!(await take(draft, path)) && !(await takeFromKilled(draft, path))) return false
  } finally {
    await rm(draft, { force: true })
  }
  try {
    await change()
  } finally {
    await rm(path, { force: true })
  }
  return true
}

/** Links a complete lock file, so that a lock without its owner is never seen. */
async function take(draft: string, path: string): Promise<boolean> {
  return link(draft, path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
}

async function takeFromKilled(draft: string, path: string): Promise<boolean> {
  const owner = await readOwner(path)
  if (!owner) return take(draft, path)
  if (await isRunning(owner, path)) return false
  let isTaken = false
  // Of all processes that find the killed owner, only one may remove its lock, and none the lock that replaces it.
  await withFileLock(join(dirname(path), `${owner.id}.lock`), async () => {
    if ((await readOwner(path))?.id !== owner.id) return
    await rm(path)
    isTaken = await take(draft, path)
  })
  return isTaken
}

/** An unreadable lock, as a crash of the machine leaves it, is that of an unknown process until it is stale. */
const unknown: Owner = { host: '', pid: 0, id: 'unknown' }

/** `undefined` if the lock has been released. */
async function readOwner(path: string): Promise<Owner | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : ((parseJson(text) as Owner | undefined) ?? unknown)
}

async function isRunning({ host, pid }: Owner, path: string): Promise<boolean> {
  if (host === hostname() && !exists(pid)) return false
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }))
  return Date.now() - mtimeMs <= staleAfter
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
