'use client'
import { useStrings } from '../strings/useStrings.ts'
import { ChainText } from '../values/ChainText.tsx'
import { logDetailsStrings } from './logDetailsStrings.ts'

// Longer text can be copied, but is not rendered.
const maxLength = 20_000

/** The log as JSON, folded. */
export function JsonSection({ json }: { json: string }) {
  const strings = useStrings(logDetailsStrings)
  return (
    <section>
      <details>
        <summary>{strings.json}</summary>
        {/* Focusable, so that it can be scrolled by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre tabIndex={0} aria-label={strings.json} role="region">
          <VisibleLines text={json.length > maxLength ? `${json.slice(0, maxLength)}…` : json} />
        </pre>
      </details>
    </section>
  )
}

/** Keeps the line breaks of JSON, and escapes other invisible characters. */
function VisibleLines({ text }: { text: string }) {
  const lines = text.split('\n').map((line, position) => ({ line, position }))
  return lines.map(({ line, position }) => (
    <span key={position}>
      <ChainText text={line} />
      {'\n'}
    </span>
  ))
}
