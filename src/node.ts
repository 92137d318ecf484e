export { blockTimestamps } from './node/blockTimestamps.ts'
export { fileBudget } from './node/fileBudget.ts'
export { fileStorage } from './node/fileStorage.ts'
export type { FileStorageOptions } from './node/fileStorage.ts'
export { foldLogs } from './node/foldLogs.ts'
export type { FoldLogsOptions, FoldLogsResult } from './node/FoldRun.ts'
export { readLogs } from './node/readLogs.ts'
export type { ReadLogsOptions, ReadLogsResult } from './node/readLogs.ts'
export { writeLogs } from './node/writeLogs.ts'
export type { LogTarget, WriteLogsOptions, WriteLogsResult } from './node/writeLogs.ts'
export type { WriteLogsProgress } from './node/WriteRun.ts'
export { buildArchive } from './node/archive/buildArchive.ts'
export type { BuildArchiveOptions, BuildArchiveProgress } from './node/archive/buildArchive.ts'
export type { BuildArchiveResult } from './node/archive/ArchiveTarget.ts'
export { serveArchive } from './node/archive/serveArchive.ts'
export type { ArchiveServer, ServeArchiveOptions } from './node/archive/serveArchive.ts'
export { verifyArchive } from './node/archive/verifyArchive.ts'
export type {
  VerifyArchiveOptions,
  VerifyArchiveProgress,
  VerifyArchiveResult,
} from './node/archive/VerifyArchiveOptions.ts'
