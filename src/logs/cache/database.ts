// What IndexedDB needs once it is used, in one chunk. Use `lazyDatabase`, so that it stays one.
export { parseCheckpoints, toCheckpointRecord } from './checkpoints.ts'
export { listFold, readFold, writeFold } from './foldRecords.ts'
export { ignoreRejection, openDatabase } from './openDatabase.ts'
export { makeRoom, putRecords, readRecords } from './recordStore.ts'
export { parseRecordKeys } from './records.ts'
