'use client'
import { ErrorMessage } from '../status/ErrorMessage.tsx'
import { useStrings } from '../strings/useStrings.ts'
import { shortHex } from '../values/shortHex.ts'
import type { CodeCheck } from './model/CodeCheck.ts'
import { tableToolsStrings } from './model/tableToolsStrings.ts'

/** Checks on demand whether an address without logs has a contract. */
export function CodeCheckPrompt({ check }: { check: CodeCheck }) {
  const strings = useStrings(tableToolsStrings)
  const { address, status, hasCode, error, onAsk } = check
  return (
    <div className="topic0-code-check" data-state={status}>
      {status === 'error' && error && <ErrorMessage error={error} />}
      {/* Announced, because the button is unmounted. */}
      <p role="status">
        {status === 'success' && (
          <>
            <code title={address}>{shortHex(address)}</code>{' '}
            {hasCode ? strings.codeFound : strings.codeMissing}
          </>
        )}
      </p>
      {status !== 'success' && (
        <button
          type="button"
          className="topic0-button"
          data-size="small"
          title={strings.checkCodeHelp}
          aria-disabled={status === 'loading'}
          onClick={() => {
            if (status !== 'loading') onAsk()
          }}
        >
          {status === 'loading'
            ? strings.checkingCode
            : status === 'error'
              ? strings.retry
              : strings.checkCode}
        </button>
      )}
    </div>
  )
}
