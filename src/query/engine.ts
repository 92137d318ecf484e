// Everything that sends requests, which apps load after their first paint. Load it with `lazyEngine` only, so that it stays
// one chunk.
export { createLogCache } from '../logs/cache/createLogCache.ts'
export { verifyAllAgain } from '../rpc/verifyAllAgain.ts'
export { Connectivity } from '../logs/follow/head/Connectivity.ts'
export { follow } from '../logs/follow/follow.ts'
export { watchRead } from '../logs/follow/watchRead.ts'
export { archiveStatusOf, isArchiveRejected } from '../logs/archive/archiveCode.ts'
export { readHistory } from '../logs/scan/readHistory.ts'
export { readCached } from '../logs/snapshot/readCached.ts'
export { getPool } from '../rpc/pool/getPool.ts'
export { followLogs } from './followLogs.ts'
export { readQuery } from './readQuery.ts'
