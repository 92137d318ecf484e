export {
  BaseError,
  findTopic0Error,
  InvalidNetworkError,
  InvalidQueryError,
  MissingProviderError,
  NodeError,
  QuotaExceededError,
} from './errors.ts'
export type { InputIssue, NodeErrorKind } from './errors.ts'
export { LogsProvider } from './hooks/LogsProvider.tsx'
export type { LogsProviderProps } from './hooks/LogsProvider.tsx'
export { useBlockNumber } from './hooks/useBlockNumber.ts'
export type { UseBlockNumberParameters, UseBlockNumberReturnType } from './hooks/useBlockNumber.ts'
export { useLogFilter } from './hooks/useLogFilter.ts'
export type { UseLogFilterParameters, UseLogFilterReturnType } from './hooks/useLogFilter.ts'
export { useLogs } from './hooks/useLogs.ts'
export type { ScanProgress, UseLogsParameters, UseLogsReturnType } from './hooks/useLogs.ts'
export { useLogsConfig } from './hooks/useLogsConfig.ts'
export { useNetwork } from './hooks/useNetwork.ts'
export type { UseNetworkParameters, UseNetworkReturnType } from './hooks/useNetwork.ts'
export { useNetworkStatus } from './hooks/useNetworkStatus.ts'
export type { UseNetworkStatusParameters, UseNetworkStatusReturnType } from './hooks/useNetworkStatus.ts'
export type { BlockInterval, Coverage, FailedInterval } from './logs/Coverage.ts'
export type { AbiField, AbiStruct, AbiValue, DecodedArg, DecodedEvent, LogRow, RawLog } from './logs/Log.ts'
export type { LogFilterStatus } from './logs/LogFilter.ts'
export type { LogList } from './logs/LogList.ts'
export type { BlockTag, LogQuery, Topic } from './logs/LogQuery.ts'
export { blockNumberQueryKey, blockNumberQueryOptions } from './query/blockNumber.ts'
export type { BlockNumberQueryParameters } from './query/blockNumber.ts'
export { createLogsConfig } from './query/createLogsConfig.ts'
export type { CreateLogsConfigParameters, LogsConfig } from './query/createLogsConfig.ts'
export type { EventLog, EventParameters } from './query/EventLog.ts'
export { logsQueryKey, logsQueryOptions } from './query/logs.ts'
export type { LogsQueryData, LogsQueryParameters } from './query/logs.ts'
export { defineNetwork } from './rpc/defineNetwork.ts'
export type { DefineNetworkOptions, Network } from './rpc/defineNetwork.ts'
export { nodePool } from './rpc/nodePool.ts'
export type { NodePoolAttributes, NodePoolOptions, NodePoolTransport } from './rpc/nodePool.ts'
export type { EndpointLimits, EndpointState, EndpointStatus } from './rpc/Pool.ts'
export { xone } from './rpc/xone.ts'
export { xoneTestnet } from './rpc/xoneTestnet.ts'
