import type { Client } from 'viem'
import { ArchiveError } from '../errors/ArchiveError.ts'
import { archiveStatusOf } from '../logs/archive/archiveCode.ts'
import { getPool } from '../rpc/pool/getPool.ts'
import { isArchiveUrl } from './options/readFlags.ts'
import { describeError } from './outcome.ts'
import { countOf, type Progress } from './Progress.ts'

/** Warns when no node answers any more, or one is too slow, until the returned function is called. */
export function warnOfSilence(client: Client, progress: Progress): () => void {
  const pool = getPool(client)
  /** Nodes with a printed warning, until they send logs again. */
  const warned = new Set<string>()
  const warn = (name: string, error: unknown) => {
    if (warned.has(name)) return
    warned.add(name)
    const [problem] = error ? describeError(error) : [`${name} does not answer.`]
    progress.warn(`${problem} Trying again.`)
  }
  const unsubscribe = pool.subscribe(() => {
    const nodes = pool.getStatus()
    if (nodes.every(({ state }) => state === 'unreachable'))
      for (const { name, error } of nodes) warn(name, error)
  })
  const stopListening = pool.onRequest(({ endpoint, method, outcome, error }) => {
    if (error?.kind === 'timeout') warn(endpoint, error)
    else if (outcome === 'success' && method === 'eth_getLogs') warned.delete(endpoint)
  })
  return () => {
    unsubscribe()
    stopListening()
  }
}

/** An archive's error, with the archive named as the user named it: a folder is read through a local server. */
export function nameArchive(error: ArchiveError, name: string | undefined): ArchiveError {
  if (name === undefined || isArchiveUrl(name)) return error
  const text = error.shortMessage.replace(error.archive, () => name)
  const problem = text.slice(`The archive at ${name} `.length).replace(/\.$/, '')
  return new ArchiveError(name, problem, { cause: error.cause, advice: error.advice })
}

/** Warns of an archive that could not be used, and of nodes that sent logs that are left out. */
export function warnOfSources(client: Client, progress: Progress, archive?: string): void {
  const pool = getPool(client)
  const problem = archiveStatusOf(pool).getStatus()?.error
  if (problem)
    progress.warn(`${nameArchive(problem, archive).shortMessage} Nodes were read instead, where needed.`)
  for (const { name, rejected = 0 } of pool.getStatus())
    if (rejected > 0)
      progress.warn(
        `${name} sent ${countOf(rejected, 'log')} that were malformed, repeated or not requested. They are left out.`,
      )
}
