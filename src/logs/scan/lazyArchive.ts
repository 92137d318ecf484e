import { lazyModule } from '../../base/lazyModule.ts'
import { perPool } from '../../rpc/perPool.ts'
import type { Pool } from '../../rpc/Pool.ts'
import type { ArchiveStatus } from '../archive/ArchiveStatus.ts'

/** The code that reads archives, loaded only for networks that have one. */
export const lazyArchive = /* @__PURE__ */ lazyModule(() => import('../archive/Archive.ts'))

/** Whether the archive can plan blocks without a request. */
export function isArchiveReady(pool: Pool): boolean {
  return lazyArchive.loaded()?.getArchive(pool)?.isReady ?? false
}

/** Whether the archive of a pool's network is no longer used, because nodes have other logs. */
export function isArchiveRejected(pool: Pool): boolean {
  return lazyArchive.loaded()?.getArchive(pool)?.isRejected ?? false
}

/** The status of the archive of a pool's network; `undefined` until a query needs it, and if there is none. */
export const archiveStatusOf = /* @__PURE__ */ perPool((pool) => {
  const archive = () => lazyArchive.loaded()?.getArchive(pool)
  return {
    getStatus: (): ArchiveStatus | undefined => archive()?.getStatus(),
    subscribe(listener: () => void): () => void {
      let stop = archive()?.subscribe(listener)
      const stopLoading = lazyArchive.subscribe(() => {
        stop ??= archive()?.subscribe(listener)
        listener()
      })
      return () => {
        stopLoading()
        stop?.()
      }
    },
  }
})
