import type { Client } from 'viem'
import { archiveStatusOf } from '../logs/archive/archiveCode.ts'
import { getPool } from '../rpc/pool/getPool.ts'
import { describeError } from './outcome.ts'
import { countOf, type Progress } from './Progress.ts'

/** Says so when no node answers any more, until the returned function is called. */
export function warnOfSilence(client: Client, progress: Progress): () => void {
  const pool = getPool(client)
  let isSilent = false
  return pool.subscribe(() => {
    const nodes = pool.getStatus()
    const wasSilent = isSilent
    isSilent = nodes.every(({ state }) => state === 'unreachable')
    if (!isSilent || wasSilent) return
    for (const { name, error } of nodes) {
      const [problem] = error ? describeError(error) : [`${name} does not answer.`]
      progress.warn(`${problem} Trying again.`)
    }
  })
}

/** Says why the archive could not be used, if it could not, and which nodes sent logs that are left out. */
export function warnOfSources(client: Client, progress: Progress): void {
  const pool = getPool(client)
  const problem = archiveStatusOf(pool).getStatus()?.error
  if (problem) progress.warn(`${problem.shortMessage} Nodes were read instead, where needed.`)
  for (const { name, rejected = 0 } of pool.getStatus())
    if (rejected > 0)
      progress.warn(
        `${name} sent ${countOf(rejected, 'log')} that were malformed, repeated or not requested. They are left out.`,
      )
}
