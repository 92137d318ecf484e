'use client'
import { ChainText } from '../../components/values/ChainText.tsx'
import { Icon } from '../../components/ui/Icon.tsx'
import { IconButton } from '../../components/ui/IconButton.tsx'
import { issueWords } from '../../components/strings/errorWords.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { english } from '../../components/locales/english.ts'
import type { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { StorageNotice } from './StorageNotice.tsx'

export interface ExplorerNoticesProps {
  /** Why the opened link is invalid. */
  linkError: InvalidQueryError | undefined
  /** Whether the link's query is valid. */
  hasSearch: boolean
  onDismiss: () => void
}

/** Notices above the logs, such as an invalid link. */
export function ExplorerNotices({ linkError, hasSearch, onDismiss }: ExplorerNoticesProps) {
  const strings = useStrings(english)
  return (
    <>
      {linkError && (
        <div role="alert" className="topic0-notice topic0-log-explorer-notice" data-state="failed">
          <Icon name="warning" />
          <div>
            {hasSearch ? (
              <strong>{strings.linkPartlyInvalid}</strong>
            ) : (
              <>
                <strong>{strings.linkInvalid}</strong>
                <p>{strings.showingLatest}</p>
              </>
            )}
            <ul>
              {linkError.issues.map((issue) => (
                <li key={`${issue.path} ${issue.message}`}>
                  <ChainText text={issueWords(issue, strings)} />
                </li>
              ))}
            </ul>
          </div>
          <IconButton icon="cross" name={strings.dismiss} onClick={onDismiss} />
        </div>
      )}
      <StorageNotice />
    </>
  )
}
