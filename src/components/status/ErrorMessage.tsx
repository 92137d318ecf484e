'use client'
import { errorStrings } from '../strings/errorStrings.ts'
import { errorWords } from '../strings/errorWords.ts'
import { useStrings } from '../strings/useStrings.ts'
import { ChainText } from '../values/ChainText.tsx'

/** An error: what happened, what to do, then details. */
export function ErrorMessage({ error }: { error: Error }) {
  const { what, advice, details } = errorWords(error, useStrings(errorStrings))
  return (
    <>
      <p>
        <ChainText text={what} />
      </p>
      {advice && (
        <p className="topic0-muted">
          <ChainText text={advice} />
        </p>
      )}
      {details && (
        <p className="topic0-error-details">
          <ChainText text={details} />
        </p>
      )}
    </>
  )
}
