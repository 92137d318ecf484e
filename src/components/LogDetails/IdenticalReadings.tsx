'use client'
import { useMemo } from 'react'
import { identicalReadings } from '../../logs/decode/identicalReadings.ts'
import type { DecodedEvent } from '../../logs/Log.ts'
import { ChainText } from '../values/ChainText.tsx'
import { useStrings } from '../strings/useStrings.ts'
import { logDetailsStrings } from './logDetailsStrings.ts'
import { readingText } from './readings.ts'

interface IdenticalReadingsProps {
  decoded: DecodedEvent
  /** The readings to choose from. */
  readings: readonly DecodedEvent[]
}

const mostShown = 3

/** Lists other readings that encode to the same log. */
export function IdenticalReadings({ decoded, readings }: IdenticalReadingsProps) {
  const strings = useStrings(logDetailsStrings)
  const others = useMemo(() => {
    const choices = new Set(readings.map(readingText))
    return identicalReadings(decoded)
      .map(readingText)
      .filter((text) => !choices.has(text))
  }, [decoded, readings])
  if (others.length === 0) return null
  return (
    <div className="topic0-identical topic0-muted">
      <p>{strings.identicalReadings}</p>
      <ul>
        {others.slice(0, mostShown).map((text) => (
          <li key={text}>
            <code>
              <ChainText text={text} />
            </code>
          </li>
        ))}
      </ul>
      {others.length > mostShown && <p>{strings.moreReadings(others.length - mostShown)}</p>}
    </div>
  )
}
