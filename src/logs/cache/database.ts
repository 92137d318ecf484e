// The code for IndexedDB. Load it with `lazyDatabase` only, so that it stays one chunk.
export { listFold, readFold, writeFold } from './foldRecords.ts'
export { isQuota, openDatabase } from './openDatabase.ts'
export {
  clearRecords,
  listRecords,
  readCheckpoints,
  readRecords,
  writeCheckpoint,
  writeRecords,
} from './recordStore.ts'
