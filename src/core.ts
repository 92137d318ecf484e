export { StorageError } from './errors/StorageError.ts'
export { ExportError } from './errors/ExportError.ts'
export { ArchiveError } from './errors/ArchiveError.ts'
export { LookupError } from './errors/LookupError.ts'
export { QuotaExceededError } from './errors/QuotaExceededError.ts'
export { InvalidNetworkError } from './errors/InvalidNetworkError.ts'
export { InvalidQueryError, QueryNotReadyError } from './errors/InvalidQueryError.ts'
export { NodeError, UnreadBlocksError } from './errors/NodeError.ts'
export { ModuleLoadError } from './errors/ModuleLoadError.ts'
export { BaseError, findTopic0Error } from './errors/BaseError.ts'
export type { StorageErrorKind } from './errors/StorageError.ts'
export type { InputIssue } from './errors/InvalidQueryError.ts'
export type { NodeErrorKind } from './errors/NodeError.ts'
export type { BlockInterval, Coverage, FailedInterval } from './logs/Coverage.ts'
export type { Filter } from './logs/filter/Filter.ts'
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
export { findBlockByTime } from './logs/chain/findBlockByTime.ts'
export type { FindBlockByTimeOptions } from './logs/chain/findBlockByTime.ts'
export { findDeployment } from './logs/chain/findDeployment.ts'
export type { FindDeploymentOptions } from './logs/chain/findDeployment.ts'
export { estimateScan } from './logs/scan/estimate/estimateScan.ts'
export type { EstimateScanOptions } from './logs/scan/estimate/planScan.ts'
export type {
  Expected,
  LogsCount,
  ScanEstimate,
  ScanEstimateBasis,
} from './logs/scan/estimate/ScanEstimate.ts'
export { LogFilter } from './logs/follow/filter/LogFilter.ts'
export type { LogFilterOptions } from './logs/follow/filter/LogFilter.ts'
export type { LogFilterState, LogFilterStatus } from './logs/follow/filter/LogFilterState.ts'
export { createLogList } from './logs/list/LogList.ts'
export type { LogList } from './logs/list/LogList.ts'
export type { BlockTag, LogQuery, Topic } from './logs/filter/LogQuery.ts'
export type { RelativeBlock } from './logs/filter/relativeBlock.ts'
export type { ArgCondition } from './logs/filter/ArgCondition.ts'
export type { LogSearch } from './logs/filter/LogSearch.ts'
export { matchesWhere } from './logs/analyze/matchesWhere.ts'
export { parseLogSearch } from './logs/filter/formats/parseLogSearch.ts'
export { parseRpcRequest } from './logs/filter/formats/parseRpcRequest.ts'
export { parseShareLink } from './logs/filter/formats/parseShareLink.ts'
export { toCastCommand } from './logs/filter/formats/toCastCommand.ts'
export type { CastCommandOptions } from './logs/filter/formats/toCastCommand.ts'
export { toRpcRequest } from './logs/filter/formats/toRpcRequest.ts'
export type { RpcRequest, RpcRequestFilter, RpcRequestOptions } from './logs/filter/formats/toRpcRequest.ts'
export { toShareLink } from './logs/filter/formats/toShareLink.ts'
export type { ShareLinkOptions } from './logs/filter/formats/toShareLink.ts'
export { toUseLogsCode } from './logs/filter/formats/toUseLogsCode.ts'
export { matchesFilter } from './logs/filter/matchesFilter.ts'
export { compareLogs, logId } from './logs/order.ts'
export { parseLogQuery } from './logs/filter/parseLogQuery.ts'
export type { ParsedLogQuery, Range } from './logs/filter/ParsedLogQuery.ts'
export type { EventLog, EventParameters, TypedLogQuery } from './logs/filter/EventLog.ts'
export { follow } from './logs/follow/follow.ts'
export type { FollowEvent, FollowOptions } from './logs/follow/follow.ts'
export type { ArchiveStatus } from './logs/archive/ArchiveStatus.ts'
export { defineNetwork } from './logs/archive/defineNetwork.ts'
export type { DefineNetworkOptions } from './logs/archive/defineNetwork.ts'
export type { ConnectivityStatus } from './logs/ConnectivityStatus.ts'
export type {
  FollowChange,
  FollowReset,
  FollowState,
  FollowStatus,
  FollowUpdate,
  Reorg,
} from './logs/follow/FollowState.ts'
export type { PageSignals } from './logs/follow/head/PageSignals.ts'
export { scan } from './logs/scan/scan.ts'
export type { ScanOptions } from './logs/scan/ScanOptions.ts'
export { createScanControl } from './logs/scan/createScanControl.ts'
export type { ScanControl } from './logs/scan/createScanControl.ts'
export type { ScanEvent } from './logs/scan/ScanEvent.ts'
export { createLogCache } from './logs/cache/createLogCache.ts'
export type { LogCacheOptions } from './logs/cache/createLogCache.ts'
export { indexedDbStorage } from './logs/cache/indexedDbStorage.ts'
export type { IndexedDbStorageOptions } from './logs/cache/indexedDbStorage.ts'
export type { CachedBlocks, LogCache } from './logs/cache/LogCache.ts'
export type { RangeLogs } from './logs/columns/RangeLogs.ts'
export type { FoldPoint, FoldStorage } from './logs/cache/FoldStorage.ts'
export type { LogStorage, LogStorageStatus } from './logs/cache/LogStorage.ts'
export { createDecoder } from './logs/decode/createDecoder.ts'
export type { Decoder } from './logs/decode/createDecoder.ts'
export { abiLookup } from './logs/lookup/abiLookup.ts'
export type { AbiLookupOptions } from './logs/lookup/abiLookup.ts'
export type { EventLookup } from './logs/lookup/EventLookup.ts'
export { findImplementation } from './logs/lookup/findImplementation.ts'
export type { FindImplementationOptions } from './logs/lookup/findImplementation.ts'
export type { TokenUnit } from './logs/decode/TokenUnit.ts'
export { readTokenUnits } from './logs/lookup/readTokenUnits.ts'
export type { ReadTokenUnitsOptions } from './logs/lookup/readTokenUnits.ts'
export { readTransaction } from './logs/lookup/readTransaction.ts'
export type { LogTransaction, TransactionReplay } from './logs/lookup/LogTransaction.ts'
export type { ReadTransactionOptions } from './logs/lookup/readTransaction.ts'
export { guessIndexed } from './logs/lookup/guessIndexed.ts'
export { lookUpEvents } from './logs/lookup/lookUpEvents.ts'
export type { LookedUpEvents } from './logs/lookup/lookUpEvents.ts'
export { signatureLookup } from './logs/lookup/signatureLookup.ts'
export type { SignatureLookupOptions } from './logs/lookup/signatureLookup.ts'
export { wellKnownEvents } from './logs/decode/wellKnownEvents.ts'
export { createPool } from './rpc/pool/createPool.ts'
export type { PoolOptions } from './rpc/pool/PoolOptions.ts'
export type { Budget, BudgetStatus } from './rpc/Budget.ts'
export type { NetworkOptions } from './rpc/networks/createNetwork.ts'
export type { Network } from './rpc/networks/Network.ts'
export type { NetworkArchive } from './rpc/networks/NetworkArchive.ts'
export { getPool } from './rpc/pool/getPool.ts'
export { nodePool } from './rpc/pool/nodePool.ts'
export type { NodePoolAttributes, NodePoolOptions, NodePoolTransport } from './rpc/pool/nodePool.ts'
export type { RequestEvent, RequestMessage, RequestReason } from './base/RequestEvent.ts'
export type {
  LearnedLimit,
  EndpointLimits,
  EndpointState,
  EndpointStatus,
  Pool,
  PoolCall,
  PoolReply,
  PoolRequestOptions,
  UnavailableMethod,
} from './rpc/Pool.ts'
export { xone } from './rpc/networks/xone.ts'
export { xoneTestnet } from './rpc/networks/xoneTestnet.ts'
