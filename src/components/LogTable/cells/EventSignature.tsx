'use client'
import { eventTopicOf } from '../../../logs/filter/eventTopic.ts'
import type { LogRow } from '../../../logs/Log.ts'
import { useStrings } from '../../strings/useStrings.ts'
import { ChainText } from '../../values/ChainText.tsx'
import { HexText } from '../../values/HexText.tsx'
import { logTableStrings } from '../model/logTableStrings.ts'

/** The event signature of a log, or its first topic. */
export function EventSignature({ log }: { log: LogRow }) {
  const strings = useStrings(logTableStrings)
  const topic0 = eventTopicOf(log)
  if (log.decoded)
    return (
      <span className="topic0-signature" title={topic0}>
        <ChainText text={log.decoded.signature} />
      </span>
    )
  return topic0 === undefined ? (
    <span className="topic0-muted">{strings.anonymousEvent}</span>
  ) : (
    <HexText short hex={topic0} />
  )
}
