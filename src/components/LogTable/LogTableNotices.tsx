'use client'
import { reasonOf } from '../../errors/reasonOf.ts'
import type { BlockInterval, Coverage } from '../../logs/Coverage.ts'
import { ErrorMessage } from '../status/ErrorMessage.tsx'
import { formatInterval } from '../strings/formatInterval.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Icon } from '../ui/Icon.tsx'
import { logTableStrings } from './model/logTableStrings.ts'

/** The errors of a query, or of one of its chains. */
export interface FailedRead {
  /** The name of the chain, if there are several. */
  readonly network?: string | undefined
  readonly error: Error | undefined
  /** Whether logs that were read earlier are shown. @default true */
  readonly hasLogs?: boolean | undefined
  readonly coverage: Coverage | undefined
  readonly onRetry: (() => void) | undefined
  readonly onRetryRange: ((range: BlockInterval) => void) | undefined
}

interface LogTableNoticesProps {
  reads: readonly FailedRead[]
  /** Why menus and the like could not be loaded. */
  toolsError: Error | undefined
  /** Whether rows are in chain order because the code that sorts them is missing. */
  isUnsorted: boolean
  onLoadTools: () => void
  /** Scrolls to the gap of missing blocks. */
  onShow: (() => void) | undefined
}

/** Errors above the rows: failed requests whose data stayed, and blocks that could not be read. */
export function LogTableNotices(props: LogTableNoticesProps) {
  const { reads, toolsError, isUnsorted, onLoadTools, onShow } = props
  const strings = useStrings(logTableStrings)
  const failed = reads.filter(({ error, coverage }) => error || coverage?.failed.length)
  if (failed.length === 0 && !toolsError) return null
  return (
    // Focusable, so that it can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="topic0-notices" role="alert" tabIndex={0}>
      {toolsError && (
        <div className="topic0-notice" data-state="failed">
          <Icon name="warning" />
          <div>
            {isUnsorted && <strong>{strings.unsorted}</strong>}
            <ErrorMessage error={toolsError} />
          </div>
          <button type="button" className="topic0-button" data-size="small" onClick={onLoadTools}>
            {strings.retry}
          </button>
        </div>
      )}
      {failed.map((read, at) => (
        <FailedReadNotices key={read.network ?? at} read={read} onShow={onShow} />
      ))}
    </div>
  )
}

function FailedReadNotices({ read, onShow }: { read: FailedRead } & Pick<LogTableNoticesProps, 'onShow'>) {
  const { network, error, hasLogs = true, coverage, onRetry, onRetryRange } = read
  const strings = useStrings(logTableStrings)
  const failed = coverage?.failed ?? []
  // More would push the rows out of view; each failure is also shown as a gap between rows.
  const shownFailures = onShow ? 1 : 3
  const titled = (title: string) => <strong>{network === undefined ? title : `${network}: ${title}`}</strong>
  const labelled = (action: string) => (network === undefined ? undefined : `${action}: ${network}`)
  return (
    <>
      {error && (
        <div className="topic0-notice" data-state="error">
          <Icon name="warning" />
          <div>
            {titled(strings.errorTitle)}
            {hasLogs && <p>{strings.errorKeepsData}</p>}
            <ErrorMessage error={error} />
          </div>
          {onRetry && (
            <button
              type="button"
              className="topic0-button"
              data-size="small"
              aria-label={labelled(strings.retry)}
              onClick={onRetry}
            >
              {strings.retry}
            </button>
          )}
        </div>
      )}
      {failed.slice(0, shownFailures).map(({ range, error }) => (
        <div key={`${range.from}-${range.to}`} className="topic0-notice" data-state="failed">
          <Icon name="warning" />
          <div>
            {titled(strings.failedBlocks(formatInterval(range, strings.locale), range.from === range.to))}
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
    </>
  )
}
