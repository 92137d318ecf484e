export {
  BaseError,
  ExportError,
  findTopic0Error,
  InvalidNetworkError,
  InvalidQueryError,
  LookupError,
  NodeError,
  QueryNotReadyError,
  QuotaExceededError,
  StorageError,
  UnreadBlocksError,
} from './errors.ts'
export type { InputIssue, NodeErrorKind, StorageErrorKind } from './errors.ts'
export type { BlockInterval, Coverage, FailedInterval } from './logs/Coverage.ts'
export type { Filter } from './logs/Filter.ts'
export type {
  AbiField,
  AbiStruct,
  AbiValue,
  DecodedArg,
  DecodedEvent,
  EventMisfit,
  LogRow,
  RawLog,
} from './logs/Log.ts'
export type { ExportFormat } from './logs/export/ExportFormat.ts'
export { exportLogs } from './logs/export/exportLogs.ts'
export type { ExportLogsOptions, ExportProgress } from './logs/export/exportLogs.ts'
export type { ExportProvenance } from './logs/export/ExportProvenance.ts'
export type { ExportLogList } from './logs/export/readInSlices.ts'
export { toProvenance } from './logs/export/toProvenance.ts'
export type { ToProvenanceOptions } from './logs/export/toProvenance.ts'
export { findBlockByTime } from './logs/findBlockByTime.ts'
export type { FindBlockByTimeOptions } from './logs/findBlockByTime.ts'
export { findDeployment } from './logs/findDeployment.ts'
export type { FindDeploymentOptions } from './logs/findDeployment.ts'
export { estimateScan } from './logs/estimateScan.ts'
export type { EstimateScanOptions } from './logs/planScan.ts'
export type { Expected, ScanEstimate, ScanEstimateBasis } from './logs/ScanEstimate.ts'
export { LogFilter } from './logs/LogFilter.ts'
export type { LogFilterOptions } from './logs/LogFilter.ts'
export type { LogFilterState, LogFilterStatus } from './logs/LogFilterState.ts'
export { createLogList } from './logs/LogList.ts'
export type { LogList } from './logs/LogList.ts'
export type { BlockTag, LogQuery, Topic } from './logs/LogQuery.ts'
export type { ArgCondition } from './logs/ArgCondition.ts'
export type { LogSearch } from './logs/LogSearch.ts'
export { matchesWhere } from './logs/matchesWhere.ts'
export { parseLogSearch } from './logs/spec/parseLogSearch.ts'
export { parseRpcRequest } from './logs/spec/parseRpcRequest.ts'
export { parseShareLink } from './logs/spec/parseShareLink.ts'
export { toCastCommand } from './logs/spec/toCastCommand.ts'
export type { CastCommandOptions } from './logs/spec/toCastCommand.ts'
export { toRpcRequest } from './logs/spec/toRpcRequest.ts'
export type { RpcRequest, RpcRequestFilter } from './logs/spec/toRpcRequest.ts'
export { toShareLink } from './logs/spec/toShareLink.ts'
export type { ShareLinkOptions } from './logs/spec/toShareLink.ts'
export { toUseLogsCode } from './logs/spec/toUseLogsCode.ts'
export { matchesFilter } from './logs/matchesFilter.ts'
export { compareLogs, logId } from './logs/order.ts'
export { parseLogQuery } from './logs/parseLogQuery.ts'
export type { ParsedLogQuery, Range } from './logs/ParsedLogQuery.ts'
export type { EventLog, EventParameters, TypedLogQuery } from './logs/EventLog.ts'
export { follow } from './logs/follow/follow.ts'
export type { FollowEvent, FollowOptions } from './logs/follow/follow.ts'
export type { ConnectivityStatus } from './logs/follow/ConnectivityStatus.ts'
export type {
  FollowChange,
  FollowReset,
  FollowState,
  FollowStatus,
  FollowUpdate,
  Reorg,
} from './logs/follow/FollowState.ts'
export type { PageSignals } from './logs/follow/PageSignals.ts'
export { scan } from './logs/scan.ts'
export type { ScanOptions } from './logs/scan.ts'
export { createScanControl } from './logs/createScanControl.ts'
export type { ScanControl } from './logs/createScanControl.ts'
export type { ScanEvent } from './logs/ScanEvent.ts'
export { createLogCache } from './logs/cache/createLogCache.ts'
export type { LogCacheOptions } from './logs/cache/createLogCache.ts'
export { indexedDbStorage } from './logs/cache/indexedDbStorage.ts'
export type { IndexedDbStorageOptions } from './logs/cache/indexedDbStorage.ts'
export type { HeldBlocks, HeldPart } from './logs/cache/HeldBlocks.ts'
export type { LogCache } from './logs/cache/LogCache.ts'
export type { LogStorage, LogStorageStatus } from './logs/cache/LogStorage.ts'
export { createDecoder } from './logs/decode/createDecoder.ts'
export type { Decoder } from './logs/decode/createDecoder.ts'
export { abiLookup } from './logs/lookup/abiLookup.ts'
export type { AbiLookupOptions } from './logs/lookup/abiLookup.ts'
export type { EventLookup } from './logs/lookup/EventLookup.ts'
export { findImplementation } from './logs/lookup/findImplementation.ts'
export type { FindImplementationOptions } from './logs/lookup/findImplementation.ts'
export { guessIndexed } from './logs/lookup/guessIndexed.ts'
export { lookUpEvents } from './logs/lookup/lookUpEvents.ts'
export type { LookedUpEvents } from './logs/lookup/lookUpEvents.ts'
export { signatureLookup } from './logs/lookup/signatureLookup.ts'
export type { SignatureLookupOptions } from './logs/lookup/signatureLookup.ts'
export { createPackedLogList } from './logs/createPackedLogList.ts'
export { wellKnownEvents } from './logs/wellKnownEvents.ts'
export { createPool } from './rpc/createPool.ts'
export type { PoolOptions } from './rpc/createPool.ts'
export type { Budget, BudgetStatus } from './rpc/createBudget.ts'
export { defineNetwork } from './rpc/defineNetwork.ts'
export type { DefineNetworkOptions, Network } from './rpc/defineNetwork.ts'
export { getPool } from './rpc/getPool.ts'
export { nodePool } from './rpc/nodePool.ts'
export type { NodePoolAttributes, NodePoolOptions, NodePoolTransport } from './rpc/nodePool.ts'
export type {
  EndpointLesson,
  EndpointLimits,
  EndpointState,
  EndpointStatus,
  Pool,
  PoolCall,
  PoolReply,
  ParsedReply,
  PoolRequestOptions,
  UnavailableMethod,
} from './rpc/Pool.ts'
export { xone } from './rpc/xone.ts'
export { xoneTestnet } from './rpc/xoneTestnet.ts'
