'use client'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { ErrorMessage } from '../../components/status/ErrorMessage.tsx'
import { Notice } from '../../components/status/Notice.tsx'
import { issueWords } from '../../components/strings/errorWords.ts'
import { formatNumber } from '../../components/strings/formatNumber.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { Button } from '../../components/ui/Button.tsx'
import { IconButton } from '../../components/ui/IconButton.tsx'
import * as icons from '../../components/ui/icons.tsx'
import { ChainText } from '../../components/values/ChainText.tsx'
import { useCacheStatus } from '../../hooks/useCacheStatus.ts'
import { isAhead, newestLogs } from '../session/useExplorerQuery.ts'
import type { ExplorerSession } from '../session/useExplorerSession.ts'
import type { TokenReader } from '../session/useTokenReader.ts'

interface ExplorerNoticesProps {
  session: ExplorerSession
  /** Reads units from the menus of the table. */
  tokens: TokenReader
}

/** Notices above the logs, such as an invalid link. */
export function ExplorerNotices({ session, tokens }: ExplorerNoticesProps) {
  const { linkError, query } = session
  // The head of this query's own read: one that was polled before may be older than the query.
  const { head } = session.scan
  const strings = useStrings(explorerStrings)
  return (
    <>
      {linkError && (
        <Notice
          role="alert"
          className="topic0-log-explorer-notice"
          state="failed"
          action={<IconButton icon={icons.cross} name={strings.dismiss} onClick={session.dismissLinkError} />}
        >
          {session.link.search ? (
            <strong>{strings.linkPartlyInvalid}</strong>
          ) : (
            <>
              <strong>{strings.linkInvalid}</strong>
              {session.showsLatest && <p>{strings.showingLatest}</p>}
            </>
          )}
          <ul>
            {linkError.issues.map((issue) => (
              <li key={`${issue.path} ${issue.message}`}>
                <ChainText text={issueWords(issue, strings)} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {query && head !== undefined && isAhead(query, head) && (
        <Notice role="status" className="topic0-log-explorer-notice" state="info">
          {strings.beginsAhead(
            formatNumber(query.fromBlock as bigint, strings.locale),
            formatNumber(head, strings.locale),
          )}{' '}
          <Button onClick={() => session.run(newestLogs(head))}>{strings.showLatest}</Button>
        </Notice>
      )}
      <TokenNotice {...tokens} />
      <StorageNotice />
    </>
  )
}

/** The result of reading units, if not all were found. */
function TokenNotice({ last, read, dismiss }: TokenReader) {
  const strings = useStrings(explorerStrings)
  const isFailed = last?.status === 'error'
  return (
    <>
      <p role="status" className="topic0-visually-hidden">
        {last?.status === 'loading' ? strings.readingToken : last?.status === 'success' && strings.tokensRead}
      </p>
      {last && (isFailed || last.missing > 0) && (
        <Notice
          className="topic0-log-explorer-notice"
          state={isFailed ? 'failed' : 'info'}
          icon={isFailed ? icons.warning : icons.ring}
          action={<IconButton icon={icons.cross} name={strings.dismiss} onClick={dismiss} />}
        >
          {isFailed && last.error ? (
            <>
              <ErrorMessage error={last.error} />
              <Button onClick={() => void read(last.addresses)}>{strings.retry}</Button>
            </>
          ) : (
            strings.tokensMissing(
              formatNumber(last.missing, strings.locale),
              formatNumber(last.addresses.length, strings.locale),
            )
          )}
        </Notice>
      )}
    </>
  )
}

/** Warns when the persistent cache cannot be used. */
export function StorageNotice() {
  const notice = useCacheStatus().storage?.notice
  if (!notice) return null
  return <Notice role="status" className="topic0-log-explorer-notice" state="info" error={notice} />
}
