'use client'
import { useId } from 'react'
import type { DecodedEvent } from '../../logs/Log.ts'
import { ChainText } from '../ChainText.tsx'
import { useStrings } from '../useStrings.ts'
import { readingText } from './readingText.ts'

interface ReadingChoiceProps {
  readings: readonly DecodedEvent[]
  value: number
  onChange: (position: number) => void
}

/** Several events fit a log: which of them to read it as. */
export function ReadingChoice({ readings, value, onChange }: ReadingChoiceProps) {
  const strings = useStrings()
  const name = useId()
  const sources = {
    given: strings.sourceGiven,
    known: strings.sourceKnown,
    'looked-up': strings.sourceLookedUp,
  }
  return (
    <section>
      <fieldset className="topic0-readings">
        <legend>{strings.readings(readings.length)}</legend>
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
            <span className="topic0-badge">{sources[reading.source]}</span>
          </label>
        ))}
      </fieldset>
    </section>
  )
}
