'use client'
import { findTopic0Error } from '../errors.ts'
import { ChainText } from './ChainText.tsx'

/** What an error says, in the order it helps: what happened, what to do, then the other side's words. */
export function ErrorMessage({ error }: { error: Error }) {
  const ours = findTopic0Error(error)
  if (!ours)
    return (
      <p>
        <ChainText text={error.message} />
      </p>
    )
  return (
    <>
      <p>
        <ChainText text={ours.shortMessage} />
      </p>
      {ours.advice && (
        <p className="topic0-muted">
          <ChainText text={ours.advice} />
        </p>
      )}
      {ours.details && (
        <p className="topic0-error-details">
          <ChainText text={ours.details} />
        </p>
      )}
    </>
  )
}
