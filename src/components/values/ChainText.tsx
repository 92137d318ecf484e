'use client'
import { visibleParts } from './visibleText.ts'

// What nearly all text is, and of which nothing needs to be looked for.
const plain = /^[\x20-\x7e…]*$/

/** Text from the chain, isolated from the direction of what is around it, its invisible characters shown as escapes. */
export function ChainText({ text }: { text: string }) {
  if (plain.test(text)) return <bdi className="topic0-text">{text}</bdi>
  return (
    <bdi className="topic0-text">
      {visibleParts(text).map((part) =>
        part.escaped ? (
          <span key={part.at} className="topic0-escape">
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </bdi>
  )
}
