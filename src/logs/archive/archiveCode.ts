import type { LazyModule } from '../../base/lazyModule.ts'
import { InvalidNetworkError } from '../../errors/InvalidNetworkError.ts'
import { perPool } from '../../rpc/perPool.ts'
import type { Pool } from '../../rpc/Pool.ts'
import type { Archive } from './Archive.ts'
import type { ArchiveStatus } from './ArchiveStatus.ts'

type ArchiveCode = LazyModule<{ readonly getArchive: (pool: Pool) => Archive | undefined }>

let code: ArchiveCode | undefined

/** Registers the code that reads archives. Only apps that define a network with an archive contain it. */
export function enableArchives(archiveCode: ArchiveCode): void {
  code = archiveCode
}

/**
 * The code that reads the archive of a pool's network; `undefined` if it has none.
 *
 * @throws {@link InvalidNetworkError} if the app does not contain that code.
 */
export function archiveCode({ network }: Pool): ArchiveCode | undefined {
  if (network.archive === undefined) return undefined
  if (!code)
    throw new InvalidNetworkError(
      network.name,
      'its archive cannot be read',
      'Pass `archive` to `defineNetwork` instead of adding it to a network.',
    )
  return code
}

/** The archive of a pool's network, once its code is loaded. */
function loadedArchive(pool: Pool): Archive | undefined {
  return code?.loaded()?.getArchive(pool)
}

/** Whether the archive can plan blocks without a request. */
export function isArchiveReady(pool: Pool): boolean {
  return loadedArchive(pool)?.isReady ?? false
}

/** Whether the archive of a pool's network is no longer used, because nodes have other logs. */
export function isArchiveRejected(pool: Pool): boolean {
  return loadedArchive(pool)?.isRejected ?? false
}

/** The status of the archive of a pool's network; `undefined` until a query needs it, and if there is none. */
export const archiveStatusOf = /* @__PURE__ */ perPool((pool) => ({
  getStatus: (): ArchiveStatus | undefined => loadedArchive(pool)?.getStatus(),
  subscribe(listener: () => void): () => void {
    let stop = loadedArchive(pool)?.subscribe(listener)
    const stopLoading = code?.subscribe(() => {
      stop ??= loadedArchive(pool)?.subscribe(listener)
      listener()
    })
    return () => {
      stopLoading?.()
      stop?.()
    }
  },
}))
