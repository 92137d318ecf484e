'use client'
import type { EventMisfit, LogRow } from '../../logs/Log.ts'
import { Notice } from '../status/Notice.tsx'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { ChainText } from '../values/ChainText.tsx'
import { visibleText } from '../values/visibleText.ts'
import { logDetailsStrings } from './logDetailsStrings.ts'
import { readingText } from './readings.ts'

interface MisfitNoticeProps {
  log: LogRow
  misfit: EventMisfit
}

/** Explains why the ABI's event of this topic does not match the log. */
export function MisfitNotice({ log, misfit }: MisfitNoticeProps) {
  const strings = useStrings(logDetailsStrings)
  const { topics, bytes, isLeast, unsound, splits } = misfit
  const number = (count: number) => formatNumber(count, strings.locale)
  const found = (log.data.length - 2) / 2
  const isSized = log.topics.length === topics && (isLeast ? found >= bytes : found === bytes)
  return (
    <section>
      <Notice state="failed">
        <strong>{strings.misfitTitle}</strong>
        <p>{explain()}</p>
        <p>
          <code>
            <ChainText text={readingText(misfit)} />
          </code>
        </p>
        {splits.length === 0 && <p>{strings.misfitNothing}</p>}
      </Notice>
    </section>
  )

  function explain(): string {
    if (!isSized)
      return strings.misfitShape({
        topics: log.topics.length,
        bytes: number(found),
        expectedTopics: topics,
        expectedBytes: isLeast ? strings.atLeast(number(bytes)) : number(bytes),
      })
    if (!unsound) return strings.misfitLayout
    return strings.misfitValue(visibleText(unsound.name) || strings.unnamed, unsound.type)
  }
}
