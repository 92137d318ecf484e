'use client'
import { ErrorMessage } from '../status/ErrorMessage.tsx'
import { useStrings } from '../strings/useStrings.ts'
import { logDetailsStrings } from './logDetailsStrings.ts'
import type { ProxySearchState } from './searchStates.ts'

/** Checks on demand whether a contract is a proxy. */
export function ProxyCheckPrompt({ search }: { search: ProxySearchState }) {
  const strings = useStrings(logDetailsStrings)
  const { status, error, onAsk } = search
  if (status === 'success') return <p className="topic0-muted">{strings.noProxy}</p>
  return (
    <div className="topic0-proxy-check" data-state={status}>
      {status === 'error' && error && <ErrorMessage error={error} />}
      <button
        type="button"
        className="topic0-button"
        data-size="small"
        title={strings.checkProxyHelp}
        aria-disabled={status === 'loading'}
        onClick={() => {
          if (status !== 'loading') onAsk()
        }}
      >
        {status === 'loading'
          ? strings.checkingProxy
          : status === 'error'
            ? strings.retry
            : strings.checkProxy}
      </button>
    </div>
  )
}
