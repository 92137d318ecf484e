export { Address } from './components/values/Address.tsx'
export type { AddressProps } from './components/values/Address.tsx'
export { AddressBook } from './components/AddressBook/AddressBook.tsx'
export type { AddressBookProps } from './components/AddressBook/AddressBook.tsx'
export type { AddressBookEntry, AddressEdit } from './components/AddressBook/AddressBookEntry.ts'
export type { AddressLabels } from './components/values/AddressLabels.ts'
export { BlockHistogram } from './components/BlockHistogram/BlockHistogram.tsx'
export type { BlockHistogramProps } from './components/BlockHistogram/BlockHistogram.tsx'
export { BudgetMeter } from './components/status/BudgetMeter.tsx'
export type { BudgetMeterProps, BudgetView } from './components/status/BudgetMeter.tsx'
export { CopyButton } from './components/ui/CopyButton.tsx'
export type { CopyButtonProps } from './components/ui/CopyButton.tsx'
export { CoverageBar } from './components/status/CoverageBar.tsx'
export type { CoverageBarProps } from './components/status/CoverageBar.tsx'
export { DecodedValue } from './components/values/DecodedValue.tsx'
export type { DecodedValueProps } from './components/values/DecodedValue.tsx'
export { english } from './components/locales/english.ts'
export type { ExportChoice, ExportScope } from './components/ExportMenu/ExportForm.tsx'
export { ExportMenu } from './components/ExportMenu/ExportMenu.tsx'
export type { ExportMenuProps } from './components/ExportMenu/ExportMenu.tsx'
export { Hash } from './components/values/Hash.tsx'
export type { HashProps } from './components/values/Hash.tsx'
export type { LinkBuilders } from './components/values/LinkBuilders.ts'
export type {
  EventSearchState,
  ProxySearchState,
  TransactionLogs,
} from './components/LogDetails/searchStates.ts'
export type { TokenUnit } from './logs/decode/TokenUnit.ts'
export { LiveStatus } from './components/status/LiveStatus.tsx'
export type { LiveStatusProps } from './components/status/LiveStatus.tsx'
export { LogDetails } from './components/LogDetails/LogDetails.tsx'
export type { LogDetailsProps } from './components/LogDetails/LogDetails.tsx'
export { LogGroups } from './components/LogGroups/LogGroups.tsx'
export type { LogGroupsProps } from './components/LogGroups/LogGroups.tsx'
export type { LogGroupsView } from './components/LogGroups/LogGroupsView.ts'
export { LogTable } from './components/LogTable/LogTable.tsx'
export {
  LogTableFindButton,
  LogTableOrderButton,
  LogTableViewButton,
} from './components/LogTable/LogTableButtons.tsx'
export type { LogTableButtonProps } from './components/LogTable/LogTableButtons.tsx'
export { LogTableFind } from './components/LogTable/LogTableFind.tsx'
export { LogTableGrid } from './components/LogTable/LogTableGrid.tsx'
export type { LogTableGridProps } from './components/LogTable/LogTableGrid.tsx'
export { LogTableNotices } from './components/LogTable/LogTableNotices.tsx'
export { LogTablePlaceholder } from './components/LogTable/LogTablePlaceholder.tsx'
export type { LogTablePlaceholderProps } from './components/LogTable/LogTablePlaceholder.tsx'
export { LogTableRoot } from './components/LogTable/LogTableRoot.tsx'
export type { LogTableRootProps } from './components/LogTable/LogTableRoot.tsx'
export { LogTableSummary } from './components/LogTable/LogTableSummary.tsx'
export type { LogTableSummaryProps } from './components/LogTable/LogTableSummary.tsx'
export { LogTableToolbar } from './components/LogTable/LogTableToolbar.tsx'
export { useLogTable } from './components/LogTable/useLogTable.ts'
export type {
  LogTableColumnChoice,
  LogTableFinder,
  LogTableSelection,
  UseLogTableReturnType,
} from './components/LogTable/useLogTable.ts'
export type { LogTableStatus } from './components/LogTable/useLogTableState.ts'
export type { LocalFilter, LogField } from './logs/filter/LocalFilter.ts'
export type { LogFilterAction } from './components/LogTable/model/LogFilterAction.ts'
export type { LogTableProps } from './components/LogTable/model/LogTableProps.ts'
export { createScrollLink } from './components/LogTable/model/ScrollLink.ts'
export type { ScrollLink } from './components/LogTable/model/ScrollLink.ts'
export type {
  RenderAddressOptions,
  RenderArgOptions,
  RenderRowOptions,
} from './components/LogTable/model/LogTableProps.ts'
export type {
  LogTableArgColumn,
  LogTableColumnDefinition,
  LogTableCustomColumn,
} from './components/LogTable/model/LogTableColumns.ts'
export type { AddressResolver } from './components/values/AddressStore.ts'
export type {
  LogColumn,
  LogColumnId,
  LogSort,
  LogTableColumn,
  LogTableView,
} from './components/LogTable/model/LogTableView.ts'
export { parseLogTableView } from './components/LogTable/columns/parseLogTableView.ts'
export { NetworkSelect } from './components/status/NetworkSelect.tsx'
export type { NetworkChoice, NetworkSelectProps } from './components/status/NetworkSelect.tsx'
export { NetworkStatus } from './components/status/NetworkStatus.tsx'
export type { NetworkStatusProps } from './components/status/NetworkStatus.tsx'
export type { EndpointView } from './components/status/EndpointView.ts'
export { ScanConfirmation } from './components/ScanEstimate/ScanConfirmation.tsx'
export type { ScanConfirmationProps } from './components/ScanEstimate/ScanConfirmation.tsx'
export { ScanEstimate } from './components/ScanEstimate/ScanEstimate.tsx'
export type { ScanEstimateProps } from './components/ScanEstimate/ScanEstimate.tsx'
export { ScanProgress } from './components/status/ScanProgress.tsx'
export type { ScanProgressProps } from './components/status/ScanProgress.tsx'
export type { PartialStrings, Strings } from './components/locales/english.ts'
export { StringsProvider } from './components/locales/StringsProvider.tsx'
export type { StringsProviderProps } from './components/locales/StringsProvider.tsx'
export { Timestamp } from './components/values/Timestamp.tsx'
export type { TimestampProps } from './components/values/Timestamp.tsx'
export { visibleText } from './components/values/visibleText.ts'
export type { ExportFormat } from './logs/export/ExportFormat.ts'
export type { ExportJob } from './logs/export/ExportJob.ts'
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
export type { LogList } from './logs/list/LogList.ts'
export { FilterBuilder } from './components/FilterBuilder/FilterBuilder.tsx'
export type { FilterBuilderProps } from './components/FilterBuilder/FilterBuilderProps.ts'
export type { FindBlock } from './components/FilterBuilder/draft/BlockSearch.ts'
export type { FindDeployment } from './components/FilterBuilder/fields/DeploymentButton.tsx'
export type { SavedQuery } from './components/FilterBuilder/SavedQuery.ts'
export { QueryCode } from './components/QueryCode/QueryCode.tsx'
export type { QueryCodeProps } from './components/QueryCode/QueryCode.tsx'
export type { ArgCondition } from './logs/filter/ArgCondition.ts'
export type { LogSearch } from './logs/filter/LogSearch.ts'
export type { KnownContract } from './components/FilterBuilder/draft/KnownContract.ts'
export type { CodeCheck } from './components/LogTable/model/CodeCheck.ts'
