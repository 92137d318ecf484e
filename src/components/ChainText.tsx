'use client'
import { visibleParts } from './visibleText.ts'

/** Text from the chain, isolated from the direction of what is around it, its invisible characters shown as escapes. */
export function ChainText({ text }: { text: string }) {
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
