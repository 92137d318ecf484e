export { logsCollectionOptions } from './query/logsCollection.ts'
export type { LogsCollectionConfig, LogsCollectionParameters } from './query/logsCollection.ts'
