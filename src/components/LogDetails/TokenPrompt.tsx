'use client'
import { useStrings } from '../strings/useStrings.ts'
import { FailedNotice } from './FailedNotice.tsx'
import { logDetailsStrings } from './logDetailsStrings.ts'
import type { TokenSearchState } from './searchStates.ts'

/** Reads the unit of a token on demand. */
export function TokenPrompt({ search }: { search: TokenSearchState }) {
  const strings = useStrings(logDetailsStrings)
  const { status, error, onRead } = search
  if (status === 'success') return <p className="topic0-muted">{strings.noToken}</p>
  return (
    <div className="topic0-lookup" data-state={status}>
      {status === 'error' && error && <FailedNotice error={error} />}
      <button
        type="button"
        className="topic0-button"
        data-size="small"
        title={strings.readTokenHelp}
        aria-disabled={status === 'loading'}
        onClick={() => {
          if (status !== 'loading') onRead()
        }}
      >
        {status === 'loading' ? strings.readingToken : status === 'error' ? strings.retry : strings.readToken}
      </button>
    </div>
  )
}
