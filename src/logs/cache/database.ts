// The code for IndexedDB. Load it with `lazyDatabase` only, so that it stays one chunk.
export { parseCheckpoints, toCheckpointRecord } from './checkpoints.ts'
export { listFold, readFold, writeFold } from './foldRecords.ts'
export { ignoreRejection, openDatabase } from './openDatabase.ts'
export { makeRoom, putRecords, readRecords } from './recordStore.ts'
export { parseRecordKeys } from './records.ts'
