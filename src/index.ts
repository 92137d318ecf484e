export { StorageError } from './errors/StorageError.ts'
export { ExportError } from './errors/ExportError.ts'
export { ArchiveError } from './errors/ArchiveError.ts'
export { LookupError } from './errors/LookupError.ts'
export { MissingProviderError } from './errors/MissingProviderError.ts'
export { QuotaExceededError } from './errors/QuotaExceededError.ts'
export { InvalidNetworkError } from './errors/InvalidNetworkError.ts'
export { InvalidQueryError, QueryNotReadyError } from './errors/InvalidQueryError.ts'
export { NodeError, UnreadBlocksError } from './errors/NodeError.ts'
export { ModuleLoadError } from './errors/ModuleLoadError.ts'
export { BaseError, findTopic0Error } from './errors/BaseError.ts'
export type { StorageErrorKind } from './errors/StorageError.ts'
export type { InputIssue } from './errors/InvalidQueryError.ts'
export type { NodeErrorKind } from './errors/NodeError.ts'
export { LogsProvider } from './hooks/LogsProvider.tsx'
export type { LogsProviderProps } from './hooks/LogsProvider.tsx'
export { useBlockNumber } from './hooks/useBlockNumber.ts'
export type { UseBlockNumberParameters, UseBlockNumberReturnType } from './hooks/useBlockNumber.ts'
export { useBlockTimestamps } from './hooks/useBlockTimestamps.ts'
export type {
  UseBlockTimestampsParameters,
  UseBlockTimestampsReturnType,
} from './hooks/useBlockTimestamps.ts'
export { useCacheStatus } from './hooks/useCacheStatus.ts'
export type { UseCacheStatusParameters, UseCacheStatusReturnType } from './hooks/useCacheStatus.ts'
export { useEventLookup } from './hooks/useEventLookup.ts'
export type { UseEventLookupParameters, UseEventLookupReturnType } from './hooks/useEventLookup.ts'
export { useImplementation } from './hooks/useImplementation.ts'
export type { UseImplementationParameters, UseImplementationReturnType } from './hooks/useImplementation.ts'
export { useLogTransaction } from './hooks/useLogTransaction.ts'
export type { UseLogTransactionParameters, UseLogTransactionReturnType } from './hooks/useLogTransaction.ts'
export { useLogFilter } from './hooks/useLogFilter.ts'
export type { UseLogFilterParameters, UseLogFilterReturnType } from './hooks/useLogFilter.ts'
export { useInfiniteLogs } from './hooks/useInfiniteLogs.ts'
export type {
  InfiniteLogs,
  UseInfiniteLogsParameters,
  UseInfiniteLogsReturnType,
} from './hooks/useInfiniteLogs.ts'
export type { LogsPage } from './hooks/createPageLists.ts'
export { useLogs } from './hooks/useLogs.ts'
export type { ScanProgress } from './logs/snapshot/SnapshotView.ts'
export type { UseLogsParameters, UseLogsReturnType } from './hooks/useLogs.ts'
export { useLogsReducer } from './hooks/useLogsReducer.ts'
export type {
  PersistReducer,
  UseLogsReducerParameters,
  UseLogsReducerReturnType,
} from './hooks/useLogsReducer.ts'
export { foldLogs } from './logs/list/LogsFold.ts'
export type { FoldLogsOptions, ReduceLogs } from './logs/list/LogsFold.ts'
export { useSuspenseLogs } from './hooks/useSuspenseLogs.ts'
export type { UseSuspenseLogsParameters, UseSuspenseLogsReturnType } from './hooks/useSuspenseLogs.ts'
export { useLogsExport } from './hooks/useLogsExport.ts'
export type { ExportRequest, UseLogsExportReturnType } from './hooks/useLogsExport.ts'
export { useLogsConfig } from './hooks/useLogsConfig.ts'
export { useMultichainLogs } from './hooks/useMultichainLogs.ts'
export type { UseMultichainLogsParameters, UseMultichainLogsReturnType } from './hooks/useMultichainLogs.ts'
export type { ChainError, ChainLogs } from './hooks/combineChains.ts'
export type { ByChain, MultichainLogsParameters } from './hooks/multichainLogs.ts'
export type { ChainRow } from './logs/list/LogRows.ts'
export type { MultichainOrder } from './logs/list/createMultichainList.ts'
export { useNetwork } from './hooks/useNetwork.ts'
export type { UseNetworkParameters, UseNetworkReturnType } from './hooks/useNetwork.ts'
export { useNetworkStatus } from './hooks/useNetworkStatus.ts'
export type { UseNetworkStatusParameters, UseNetworkStatusReturnType } from './hooks/useNetworkStatus.ts'
export { useLogsCount } from './hooks/useLogsCount.ts'
export type { UseLogsCountParameters, UseLogsCountReturnType } from './hooks/useLogsCount.ts'
export { useScanEstimate } from './hooks/useScanEstimate.ts'
export type { UseScanEstimateParameters, UseScanEstimateReturnType } from './hooks/useScanEstimate.ts'
export type { ExportFormat } from './logs/export/ExportFormat.ts'
export type { ExportJob } from './logs/export/ExportJob.ts'
export type { ExportLogsOptions, ExportProgress } from './logs/export/exportLogs.ts'
export type { ExportProvenance } from './logs/export/ExportProvenance.ts'
export type { ExportLogList } from './logs/export/readInSlices.ts'
export { toProvenance } from './logs/export/toProvenance.ts'
export type { ToProvenanceOptions } from './logs/export/toProvenance.ts'
export type { BlockInterval, Coverage, FailedInterval } from './logs/Coverage.ts'
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
export type { LogStorageStatus } from './logs/cache/LogStorage.ts'
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
export type { LogFilterStatus } from './logs/follow/filter/LogFilterState.ts'
export type { LogList } from './logs/list/LogList.ts'
export type {
  Expected,
  LogsCount,
  ScanEstimate,
  ScanEstimateBasis,
} from './logs/scan/estimate/ScanEstimate.ts'
export type { ArgCondition } from './logs/filter/ArgCondition.ts'
export { matchesWhere } from './logs/analyze/matchesWhere.ts'
export type { BlockTag, LogQuery, Topic } from './logs/filter/LogQuery.ts'
export type { RelativeBlock } from './logs/filter/relativeBlock.ts'
export { abiLookup } from './logs/lookup/abiLookup.ts'
export type { AbiLookupOptions } from './logs/lookup/abiLookup.ts'
export type { EventLookup } from './logs/lookup/EventLookup.ts'
export type { LookedUpEvents } from './logs/lookup/lookUpEvents.ts'
export { signatureLookup } from './logs/lookup/signatureLookup.ts'
export type { SignatureLookupOptions } from './logs/lookup/signatureLookup.ts'
export { eventLookupQueryKey, eventLookupQueryOptions } from './query/eventLookup.ts'
export type { EventLookupQueryParameters } from './query/eventLookup.ts'
export {
  blockNumberQueryKey,
  blockNumberQueryOptions,
  blockTimestampQueryKey,
  blockTimestampQueryOptions,
} from './query/blocks.ts'
export type { BlockNumberQueryParameters, BlockTimestampQueryParameters } from './query/blocks.ts'
export { createLogsConfig } from './query/createLogsConfig.ts'
export type { CreateLogsConfigParameters } from './query/createLogsConfig.ts'
export type { LogsConfig, LogsErrorContext } from './query/LogsConfig.ts'
export type { RequestEvent, RequestMessage, RequestReason } from './base/RequestEvent.ts'
export type { EventLog, EventParameters } from './logs/filter/EventLog.ts'
export { implementationQueryKey, implementationQueryOptions } from './query/implementation.ts'
export type { ImplementationQueryParameters } from './query/implementation.ts'
export { infiniteLogsQueryKey, infiniteLogsQueryOptions } from './query/infiniteLogs.ts'
export type { InfiniteLogsQueryParameters } from './query/infiniteLogs.ts'
export { logTransactionQueryKey, logTransactionQueryOptions } from './query/logTransaction.ts'
export type { LogTransactionQueryParameters } from './query/logTransaction.ts'
export type { LogTransaction, TransactionReplay, TransactionReplies } from './logs/lookup/LogTransaction.ts'
export { logsQueryKey, logsQueryOptions } from './query/logs.ts'
export type { InfiniteLogsQueryKey, LogsQueryKey, LogsQueryParameters } from './query/logs.ts'
export type { LogsQueryData } from './query/LogsQueryEntry.ts'
export { prefetchLogs } from './query/prefetchLogs.ts'
export type { PrefetchLogsOptions } from './query/prefetchLogs.ts'
export { watchLogs } from './query/watchLogs.ts'
export type { WatchLogsParameters } from './query/watchLogs.ts'
export { scanEstimateQueryOptions } from './query/scanEstimate.ts'
export { scanEstimateQueryKey } from './query/scanPlan.ts'
export type { BudgetStatus } from './rpc/Budget.ts'
export type { NetworkOptions } from './rpc/networks/createNetwork.ts'
export type { Network } from './rpc/networks/Network.ts'
export type { NetworkArchive } from './rpc/networks/NetworkArchive.ts'
export { nodePool } from './rpc/pool/nodePool.ts'
export type { NodePoolAttributes, NodePoolOptions, NodePoolTransport } from './rpc/pool/nodePool.ts'
export type {
  LearnedLimit,
  EndpointLimits,
  EndpointState,
  EndpointStatus,
  UnavailableMethod,
} from './rpc/Pool.ts'
export { xone } from './rpc/networks/xone.ts'
export { xoneTestnet } from './rpc/networks/xoneTestnet.ts'
