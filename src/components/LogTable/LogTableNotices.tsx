'use client'
import { reasonOf } from '../../errors/NodeError.ts'
import type { BlockInterval, Coverage } from '../../logs/Coverage.ts'
import { ErrorMessage } from '../status/ErrorMessage.tsx'
import { formatInterval } from '../strings/formatInterval.ts'
import { Icon } from '../ui/Icon.tsx'
import { useStrings } from '../strings/useStrings.ts'
import { logTableStrings } from './model/logTableStrings.ts'

interface LogTableNoticesProps {
  error: Error | undefined
  /** Why menus and the like could not be loaded. */
  toolsError: Error | undefined
  /** Whether rows are in chain order because the code that sorts them is missing. */
  isUnsorted: boolean
  onLoadTools: () => void
  coverage: Coverage | undefined
  onRetry: (() => void) | undefined
  onRetryRange: ((range: BlockInterval) => void) | undefined
  /** Scrolls to the gap of missing blocks. */
  onShow: (() => void) | undefined
}

/** Errors above the rows: a failed request whose data stayed, and blocks that could not be read. */
export function LogTableNotices(props: LogTableNoticesProps) {
  const { error, toolsError, isUnsorted, coverage, onRetry, onRetryRange, onShow } = props
  const strings = useStrings(logTableStrings)
  const failed = coverage?.failed ?? []
  if (!error && !toolsError && failed.length === 0) return null
  // More would push the rows out of view; each failure is also shown as a gap between rows.
  const shownFailures = onShow ? 1 : 3
  return (
    // Focusable, so that it can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="topic0-notices" role="alert" tabIndex={0}>
      {error && (
        <div className="topic0-notice" data-state="error">
          <Icon name="warning" />
          <div>
            <strong>{strings.errorTitle}</strong>
            <p>{strings.errorKeepsData}</p>
            <ErrorMessage error={error} />
          </div>
          {onRetry && (
            <button type="button" className="topic0-button" data-size="small" onClick={onRetry}>
              {strings.retry}
            </button>
          )}
        </div>
      )}
      {toolsError && (
        <div className="topic0-notice" data-state="failed">
          <Icon name="warning" />
          <div>
            {isUnsorted && <strong>{strings.unsorted}</strong>}
            <ErrorMessage error={toolsError} />
          </div>
          <button type="button" className="topic0-button" data-size="small" onClick={props.onLoadTools}>
            {strings.retry}
          </button>
        </div>
      )}
      {failed.slice(0, shownFailures).map(({ range, error }) => (
        <div key={`${range.from}-${range.to}`} className="topic0-notice" data-state="failed">
          <Icon name="warning" />
          <div>
            <strong>
              {strings.failedBlocks(formatInterval(range, strings.locale), range.from === range.to)}
            </strong>
            <ErrorMessage error={reasonOf(error)} />
          </div>
          {onRetryRange && (
            <button
              type="button"
              className="topic0-button"
              data-size="small"
              aria-label={`${strings.retry}: ${formatInterval(range, strings.locale)}`}
              onClick={() => onRetryRange(range)}
            >
              {strings.retry}
            </button>
          )}
        </div>
      ))}
      {failed.length > shownFailures && (
        <div className="topic0-notice" data-state="failed">
          <Icon name="warning" />
          <div>{strings.moreFailed(failed.length - shownFailures)}</div>
          {onShow && (
            <button type="button" className="topic0-button" data-size="small" onClick={onShow}>
              {strings.showInTable}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
