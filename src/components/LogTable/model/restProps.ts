import type { ComponentProps } from 'react'
import type { LogTableProps } from './LogTableProps.ts'

/** The props of a log table that go to its root element. */
export function restProps(props: LogTableProps): ComponentProps<'div'> {
  const {
    result: _result,
    logs: _logs,
    order: _order,
    status: _status,
    error: _error,
    coverage: _coverage,
    isComplete: _isComplete,
    head: _head,
    isPaused: _isPaused,
    isOffline: _isOffline,
    codeCheck: _codeCheck,
    progress: _progress,
    onRetry: _onRetry,
    onRetryRange: _onRetryRange,
    selected: _selected,
    reveal: _reveal,
    openFind: _openFind,
    onSelect: _onSelect,
    onNeighbours: _onNeighbours,
    onSelectionChange: _onSelectionChange,
    onFilter: _onFilter,
    onEditAddress: _onEditAddress,
    onReadTokens: _onReadTokens,
    removed: _removed,
    staleFrom: _staleFrom,
    timestamps: _timestamps,
    timesMissing: _timesMissing,
    note: _note,
    onTimesNeeded: _onTimesNeeded,
    labels: _labels,
    tokens: _tokens,
    explorerUrl: _explorerUrl,
    links: _links,
    columns: _columns,
    renderAddress: _renderAddress,
    renderArg: _renderArg,
    renderRow: _renderRow,
    resolveLabel: _resolveLabel,
    resolveToken: _resolveToken,
    view: _view,
    defaultView: _defaultView,
    onViewChange: _onViewChange,
    density: _density,
    toolbar: _toolbar,
    ...rest
  } = props
  return rest
}
