'use client'
import { useId } from 'react'
import type { DecodedEvent } from '../../logs/Log.ts'
import { useStrings } from '../strings/useStrings.ts'
import { ChainText } from '../values/ChainText.tsx'
import { logDetailsStrings } from './logDetailsStrings.ts'
import { readingText, sourceText } from './readings.ts'

interface ReadingChoiceProps {
  readings: readonly DecodedEvent[]
  legend: string
  /** Index of the shown reading, or -1. */
  value: number
  onChange: (position: number) => void
}

/** A choice between several events that match the log. */
export function ReadingChoice({ readings, legend, value, onChange }: ReadingChoiceProps) {
  const strings = useStrings(logDetailsStrings)
  const name = useId()
  return (
    <section>
      <fieldset className="topic0-readings topic0-scroll">
        <legend>{legend}</legend>
        {readings.map((reading, position) => (
          <label key={readingText(reading)}>
            <input
              type="radio"
              name={name}
              checked={position === value}
              onChange={() => onChange(position)}
            />
            <code>
              <ChainText text={readingText(reading)} />
            </code>
            <span className="topic0-badge">{sourceText(reading, strings)}</span>
          </label>
        ))}
      </fieldset>
    </section>
  )
}
