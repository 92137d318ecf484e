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
        <Sentence text={what} />
      </p>
      {advice && (
        <p className="topic0-muted">
          <Sentence text={advice} />
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

/** Text with names in backticks set as code, as our own messages write them. */
function Sentence({ text }: { text: string }) {
  const [found, before, name] = /^([^`]*)`([^`]+)`/.exec(text) ?? []
  if (found === undefined || name === undefined) return text && <ChainText text={text} />
  return (
    <>
      {before && <ChainText text={before} />}
      <code>
        <ChainText text={name} />
      </code>
      <Sentence text={text.slice(found.length)} />
    </>
  )
}
