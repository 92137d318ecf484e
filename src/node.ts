export { writeLogs } from './node/writeLogs.ts'
export type { LogTarget, WriteLogsOptions, WriteLogsResult } from './node/writeLogs.ts'
export type { WriteLogsProgress } from './node/WriteRun.ts'
