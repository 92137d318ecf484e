// The code for IndexedDB, in one chunk. Load it with `lazyDatabase`, so that it stays one chunk.
export { parseCheckpoints, toCheckpointRecord } from './checkpoints.ts'
export { listFold, readFold, writeFold } from './foldRecords.ts'
export { ignoreRejection, openDatabase } from './openDatabase.ts'
export { makeRoom, putRecords, readRecords } from './recordStore.ts'
export { parseRecordKeys } from './records.ts'
