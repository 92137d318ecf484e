'use client'
import { ErrorMessage } from '../status/ErrorMessage.tsx'
import { useStrings } from '../strings/useStrings.ts'
import { RequestButton } from '../ui/RequestButton.tsx'
import { shortHex } from '../values/shortHex.ts'
import type { CodeCheck } from './model/CodeCheck.ts'
import { tableToolsStrings } from './model/tableToolsStrings.ts'

/** Checks on demand whether an address without logs has a contract. */
export function CodeCheckPrompt({ check }: { check: CodeCheck }) {
  const strings = useStrings(tableToolsStrings)
  const { address, status, hasCode, error, onCheck } = check
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
        <RequestButton
          status={status}
          title={strings.checkCodeHelp}
          loading={strings.checkingCode}
          onRequest={onCheck}
        >
          {strings.checkCode}
        </RequestButton>
      )}
    </div>
  )
}
