'use client'
import { Fragment } from 'react'
import { isAmount } from '../../../logs/decode/TokenUnit.ts'
import type { TokenUnit } from '../../../logs/decode/TokenUnit.ts'
import type { DecodedArg, LogRow } from '../../../logs/Log.ts'
import { formatNumber } from '../../strings/formatNumber.ts'
import { useStrings } from '../../strings/useStrings.ts'
import { isQuantity } from '../../values/amounts.ts'
import { ChainText } from '../../values/ChainText.tsx'
import { shortHex } from '../../values/shortHex.ts'
import { visibleText } from '../../values/visibleText.ts'
import { logTableStrings } from '../model/logTableStrings.ts'
import { formatCellArg } from './formatCellArg.ts'
import { plainText, isolateText } from './isolateText.tsx'
import type { CellContext } from './renderedCells.tsx'
import { renderedArg } from './renderedCells.tsx'

// Maximum characters per argument and arguments per event on one line.
const room = 80
const shownArgs = 12
// A shortened value is shown whole or not at all, never truncated again.
const shortest = 24

interface EventCellProps {
  log: LogRow
  labels: ReadonlyMap<string, string>
  /** For cells that the app renders. */
  context?: CellContext | undefined
  /** The unit of the contract's token. */
  token: TokenUnit | undefined
  /** Whether full addresses fit. @default false */
  fullAddresses?: boolean | undefined
}

/** An event on one line: its name, arguments and, at the end, its amount or NFT; or as much as is known. */
export function EventCell(props: EventCellProps) {
  const { log, labels, context, token, fullAddresses = false } = props
  const strings = useStrings(logTableStrings)
  const { decoded, misfit } = log
  if (!decoded && misfit)
    return (
      <span className="topic0-event" data-state="misfit">
        <span className="topic0-event-name">{isolateText(misfit.name)}</span>{' '}
        <span className="topic0-badge" title={strings.misfitTitle}>
          {strings.misfit}
        </span>{' '}
        <span className="topic0-muted">
          {strings.bytes(formatNumber((log.data.length - 2) / 2, strings.locale))}
        </span>
      </span>
    )
  if (!decoded) {
    const [topic0] = log.topics
    return (
      <span className="topic0-event" data-state="unknown">
        <span className="topic0-event-name">
          {topic0 === undefined ? strings.anonymousEvent : strings.unknownEvent}
        </span>{' '}
        {topic0 !== undefined && (
          <span className="topic0-event-topic" title={topic0}>
            {shortHex(topic0)}
          </span>
        )}{' '}
        <span className="topic0-muted">
          {strings.bytes(formatNumber((log.data.length - 2) / 2, strings.locale))}
        </span>
      </span>
    )
  }
  const quantity = decoded.args.findIndex((_, position) => isQuantity(decoded, position))
  const last = decoded.args.length - 1
  const amount = quantity < 0 && isTokenId(decoded.args[last]) ? last : quantity
  const args = decoded.args.map((arg, position) => ({ arg, position }))
  const others = args.slice(0, shownArgs).filter(({ position }) => position !== amount)
  return (
    <span className="topic0-event" data-state="decoded" data-full={fullAddresses || undefined}>
      <span
        className="topic0-event-name"
        data-tint={tintOf(decoded.name)}
        title={visibleText(decoded.signature)}
      >
        {isolateText(decoded.name)}
      </span>{' '}
      <span className="topic0-event-args">
        {decoded.unusual && (
          <>
            <span className="topic0-badge" title={strings.unusualHelp}>
              {strings.unusual}
            </span>{' '}
          </>
        )}
        {others.map(argument)}
        {args.length > shownArgs && <span className="topic0-muted">…</span>}
      </span>
      {amount >= 0 && argument(args[amount]!, others.length)}
    </span>
  )

  function argument({ arg, position }: { arg: DecodedArg; position: number }, index: number) {
    const text = formatCellArg(log, position, {
      ...{ labels, token, room, fullAddresses },
      locale: strings.locale,
    })
    const own = context && renderedArg(log, arg, { position, text }, context)
    const shown = arg.hashed ? `# ${text}` : text === '' ? `“”` : text
    // If either may be right-to-left, both are isolated.
    const alone = plainText.test(arg.name) && plainText.test(shown)
    const isWhole = own === undefined && shown.length < shortest && shown.includes('…')
    return (
      <Fragment key={position}>
        {index > 0 && ' '}
        <span
          className={position === amount ? 'topic0-event-arg topic0-event-amount' : 'topic0-event-arg'}
          data-arg={position}
          data-whole={isWhole || undefined}
          data-unit={(position === amount && token && isAmount(decoded!, position)) || undefined}
        >
          <span className="topic0-event-arg-name">
            {!arg.name ? position : alone ? arg.name : <ChainText text={arg.name} />}:
          </span>
          {own !== undefined ? (
            <> {own}</>
          ) : alone ? (
            ` ${shown}`
          ) : (
            <>
              {' '}
              <ChainText text={shown} />
            </>
          )}
        </span>
      </Fragment>
    )
  }
}

/** Whether an argument is the id of an NFT: what its events are about, as an amount is for others. */
function isTokenId(arg: DecodedArg | undefined): boolean {
  return arg !== undefined && typeof arg.value === 'bigint' && /^_?(token_?)?id$/i.test(arg.name)
}

// As many as rows.css has.
const tints = 8

/** Gives each name one of a few tints, the same everywhere. */
function tintOf(name: string): number {
  let sum = name.length
  for (let at = 0; at < name.length && at < room; at++) sum = (sum * 131 + name.charCodeAt(at)) >>> 0
  // The lowest bits depend on few characters.
  return (sum >>> 3) % tints
}
