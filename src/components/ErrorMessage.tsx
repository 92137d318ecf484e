'use client'
import { findTopic0Error } from '../errors.ts'
import { VisibleText } from './VisibleText.tsx'

/** What an error says, in the order it helps: what happened, what to do, then the other side's words. */
export function ErrorMessage({ error }: { error: Error }) {
  const ours = findTopic0Error(error)
  if (!ours)
    return (
      <p>
        <VisibleText text={error.message} />
      </p>
    )
  return (
    <>
      <p>
        <VisibleText text={ours.shortMessage} />
      </p>
      {ours.advice && (
        <p className="topic0-muted">
          <VisibleText text={ours.advice} />
        </p>
      )}
      {ours.details && (
        <p className="topic0-error-details">
          <VisibleText text={ours.details} />
        </p>
      )}
    </>
  )
}
