'use client'
import type { ComponentProps } from 'react'
import { reasonOf } from '../../errors/reasonOf.ts'
import type { BlockInterval, Coverage } from '../../logs/Coverage.ts'
import { Notice } from '../status/Notice.tsx'
import { formatInterval } from '../strings/formatInterval.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/classNames.ts'
import { withRef } from '../ui/withRef.ts'
import { useLogTableContext } from './LogTableContext.ts'
import type { LogTableProps } from './model/LogTableProps.ts'
import { logTableStrings } from './model/logTableStrings.ts'

/** The errors of a query, or of one of its chains. */
interface FailedRead {
  /** The id and name of the chain, if there are several. */
  readonly chainId?: number | undefined
  readonly network?: string | undefined
  readonly error: Error | undefined
  /** Whether logs that were read earlier are shown. */
  readonly hasLogs: boolean
  readonly coverage: Coverage | undefined
  readonly onRetry: (() => void) | undefined
  readonly onRetryRange: ((range: BlockInterval) => void) | undefined
}

/**
 * Errors above the rows: failed requests whose data stayed, and blocks that could not be read. Leave it out only if you show
 * them elsewhere.
 *
 * @example
 * <LogTable.Notices />
 */
export const LogTableNotices = /* @__PURE__ */ withRef(function LogTableNotices({
  className,
  ...rest
}: Omit<ComponentProps<'div'>, 'children'>) {
  const table = useLogTableContext('LogTable.Notices')
  const { props, items, store, status, isEmpty, networks, toolsError } = table
  const strings = useStrings(logTableStrings)
  if (!networks && isEmpty && status !== 'loading' && status !== 'success') return null
  const { coverage, onRetry, onRetryRange } = props
  const error = !isEmpty && status === 'error' ? (props.error ?? undefined) : undefined
  const reads = readsOf(props.result) ?? [{ error, hasLogs: !isEmpty, coverage, onRetry, onRetryRange }]
  const failed = reads.filter(({ error, coverage }) => error || coverage?.failed.length)
  if (failed.length === 0 && !toolsError) return null
  const showFailed = (chainId: number | undefined) => {
    const gap = items.gaps.find((one) => one.state === 'failed' && one.chainId === chainId)
    const row = gap && items.rowOfGap(gap)
    return row === undefined ? undefined : () => store.reveal(row)
  }
  return (
    // Focusable, so that it can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div {...rest} className={classNames('topic0-notices', className)} role="alert" tabIndex={0}>
      {toolsError && (
        <Notice
          state="failed"
          error={toolsError}
          action={<Button onClick={table.loadTools}>{strings.retry}</Button>}
        >
          {table.isUnsorted && <strong>{strings.unsorted}</strong>}
        </Notice>
      )}
      {failed.map((read, at) => (
        <FailedReadNotices key={read.chainId ?? at} read={read} onShow={showFailed(read.chainId)} />
      ))}
    </div>
  )
})

/** What could not be read, by chain. */
function readsOf(result: LogTableProps['result']): readonly FailedRead[] | undefined {
  if (!result || !('chains' in result)) return undefined
  return result.chains.map(
    ({ chainId, name, data, error, live, coverage, isFetching, retry, retryRange }) => ({
      chainId,
      network: name,
      hasLogs: data !== undefined && data.length > 0,
      error: error ?? (data ? undefined : live?.error),
      coverage,
      onRetry: retry,
      onRetryRange: isFetching ? undefined : retryRange,
    }),
  )
}

interface FailedReadNoticesProps {
  read: FailedRead
  /** Scrolls to the gap of missing blocks. */
  onShow: (() => void) | undefined
}

function FailedReadNotices({ read, onShow }: FailedReadNoticesProps) {
  const { network, error, hasLogs, coverage, onRetry, onRetryRange } = read
  const strings = useStrings(logTableStrings)
  const failed = coverage?.failed ?? []
  // More would push the rows out of view; each failure is also shown as a gap between rows.
  const shownFailures = onShow ? 1 : 3
  const prefix = network === undefined ? '' : `${network}: `
  const titled = (title: string) => <strong>{`${prefix}${title}`}</strong>
  const retryButton = (what: string | undefined, onClick: (() => void) | undefined) =>
    onClick && (
      <Button aria-label={what && `${strings.retry}: ${what}`} onClick={onClick}>
        {strings.retry}
      </Button>
    )
  return (
    <>
      {error && (
        <Notice state="error" error={error} action={retryButton(network, onRetry)}>
          {titled(strings.errorTitle)}
          {hasLogs && <p>{strings.errorKeepsData}</p>}
        </Notice>
      )}
      {failed.slice(0, shownFailures).map(({ range, error }) => {
        const blocks = formatInterval(range, strings.locale)
        return (
          <Notice
            key={`${range.from}-${range.to}`}
            state="failed"
            error={reasonOf(error)}
            action={retryButton(`${prefix}${blocks}`, onRetryRange && (() => onRetryRange(range)))}
          >
            {titled(strings.failedBlocks(blocks, range.from === range.to))}
          </Notice>
        )
      })}
      {failed.length > shownFailures && (
        <Notice state="failed" action={onShow && <Button onClick={onShow}>{strings.showInTable}</Button>}>
          {strings.moreFailed(failed.length - shownFailures)}
        </Notice>
      )}
    </>
  )
}
