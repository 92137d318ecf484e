'use client'
import { plainText, visibleParts } from './visibleText.ts'

/** Text from the chain, isolated from the direction of the surrounding text, with invisible characters as escapes. */
export function ChainText({ text }: { text: string }) {
  if (plainText.test(text)) return <bdi className="topic0-text">{text}</bdi>
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
