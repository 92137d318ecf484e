'use client'
import { memo, useState } from 'react'
import type { Hex } from 'viem'
import { argWords, type ArgWord } from '../../logs/decode/argWords.ts'
import type { DecodedEvent, LogRow } from '../../logs/Log.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { ArgName } from '../values/ArgName.tsx'
import { ShowAllButton } from '../values/DecodedValue.tsx'
import { shortHex } from '../values/shortHex.ts'
import { logDetailsStrings } from './logDetailsStrings.ts'
import { wordReadings } from './wordReadings.ts'

// A log of megabytes must not freeze the page.
const firstWords = 32
const maxWords = 2_048
/** Longer readings, such as a hash as a number, say nothing when they are read out. An address is heard as the hex it ends with. */
const longestSpoken = 40

interface RawLogSectionProps {
  log: LogRow
  decoded: DecodedEvent | undefined
}

/** The raw log: topics, and data in words of 32 bytes, labeled with their arguments. */
export function RawLogSection({ log, decoded }: RawLogSectionProps) {
  const strings = useStrings(logDetailsStrings)
  const [all, setAll] = useState(false)
  const { words, total } = dataWords(log.data, all ? maxWords : firstWords)
  const owners = decoded && argWords(decoded, log)
  const topics = log.topics.map((topic, position) => ({ topic, position }))
  return (
    <>
      <section>
        <h3>{strings.rawTopics}</h3>
        {topics.length === 0 ? (
          <p className="topic0-muted">{strings.noTopics}</p>
        ) : (
          <ol className="topic0-words" start={0}>
            {topics.map(({ topic, position }) => (
              <li key={position}>
                <span className="topic0-words-offset">{position}</span>
                <RawHex hex={topic} />
                {decoded && (
                  <WordLabel event={decoded} word={owners?.topics[position]} isEvent={position === 0} />
                )}
                <CopyButton value={topic} what={strings.topic(position)} />
              </li>
            ))}
          </ol>
        )}
      </section>
      <section>
        <div className="topic0-raw-head">
          <h3>{strings.rawData}</h3>
          {total > 0 && (
            <>
              <span className="topic0-muted">
                {strings.byteCount(formatNumber((log.data.length - 2) / 2, strings.locale))}
              </span>
              <CopyButton value={log.data} what={strings.rawData} />
            </>
          )}
        </div>
        {total === 0 ? (
          <p className="topic0-muted">{strings.noData}</p>
        ) : (
          <ol className="topic0-words" start={0}>
            {words.map(({ offset, digits }, position) => (
              <li key={offset}>
                <span className="topic0-words-offset">{offset}</span>
                <RawHex hex={digits} />
                {decoded && <WordLabel event={decoded} word={owners?.data.get(position)} />}
              </li>
            ))}
          </ol>
        )}
        {total > firstWords && <ShowAllButton all={all} onChange={setAll} total={total} most={maxWords} />}
      </section>
    </>
  )
}

/**
 * Shows all digits, in halves if one line is too short, with their readings as a tooltip. Screen readers get the shortened hex and
 * the short readings.
 */
const RawHex = /* @__PURE__ */ memo(function RawHex({ hex }: { hex: string }) {
  const { locale, wordKinds } = useStrings(logDetailsStrings)
  const short = shortHex(hex)
  const half = hex.length / 2
  if (short === hex) return <code>{hex}</code>
  const readings = wordReadings(hex.replace('0x', ''), locale).map(({ kind, text }) => ({
    line: `${wordKinds[kind]}: ${text}`,
    isSpoken: kind !== 'address' && text.length <= longestSpoken,
  }))
  const spoken = readings.filter(({ isSpoken }) => isSpoken).map(({ line }) => line)
  return (
    <>
      <span className="topic0-visually-hidden">{[short, ...spoken].join('; ')}</span>
      <code aria-hidden="true" title={readings.map(({ line }) => line).join('\n')}>
        {hex.slice(0, half)}
        <wbr />
        {hex.slice(half)}
      </code>
    </>
  )
})

interface WordLabelProps {
  event: DecodedEvent
  word: ArgWord | undefined
  /** Whether it is the first topic. @default false */
  isEvent?: boolean | undefined
}

/** Labels a 32-byte word: the event, an argument, or an offset or length. */
function WordLabel({ event, word, isEvent = false }: WordLabelProps) {
  const strings = useStrings(logDetailsStrings)
  if (!word) return isEvent ? <span className="topic0-word-label">{strings.event}</span> : null
  const arg = event.args[word.arg]
  const name = <ArgName name={arg?.name} position={word.arg} />
  const role = { value: undefined, offset: strings.wordOffset, length: strings.wordLength }[word.role]
  return (
    <span className="topic0-word-label" data-state={word.role}>
      {name}
      {role !== undefined && <span className="topic0-muted"> {role}</span>}
    </span>
  )
}

/** 32 bytes of a log's data. */
interface DataWord {
  /** Position in the data, in bytes, as hex: `0x20`. */
  readonly offset: string
  /** 64 hex digits, fewer at the end of data whose length is not a multiple of 32 bytes. */
  readonly digits: string
}

/** The first `limit` 32-byte words of `data`, and their total number. */
export function dataWords(data: Hex, limit: number): { words: readonly DataWord[]; total: number } {
  const total = Math.ceil((data.length - 2) / 64)
  const words = Array.from({ length: Math.min(total, limit) }, (_, index) => ({
    offset: `0x${(index * 32).toString(16).padStart(2, '0')}`,
    digits: data.slice(2 + index * 64, 2 + (index + 1) * 64),
  }))
  return { words, total }
}
