'use client'
import type { CSSProperties } from 'react'
import { isAmount, type TokenUnit } from '../../../logs/decode/TokenUnit.ts'
import type { DecodedArg, DecodedEvent, LogRow } from '../../../logs/Log.ts'
import { formatNumber } from '../../strings/formatNumber.ts'
import { useStrings } from '../../strings/useStrings.ts'
import { isQuantity } from '../../values/amounts.ts'
import { ChainText } from '../../values/ChainText.tsx'
import { shortHex } from '../../values/shortHex.ts'
import { plainText, visibleText } from '../../values/visibleText.ts'
import { logTableStrings, type LogTableStrings } from '../model/logTableStrings.ts'
import { batchAmounts, batchIds, batchText } from './batchText.ts'
import { argText, formatCellArg } from './formatCellArg.ts'
import { isolateText } from './isolateText.tsx'
import { addressOf, renderedArg, type CellContext } from './renderedCells.tsx'

// Maximum characters per argument, and arguments per event.
const maxCharacters = 80
const maxArgs = 12
// Addresses per event that never give way to other arguments.
const maxParties = 2
const partyClass = 'topic0-event-party'
const amountClass = 'topic0-event-amount'
// A shorter text is shown whole or not at all, as numbers are.
const maxWhole = 24

interface EventCellProps {
  log: LogRow
  labels: ReadonlyMap<string, string>
  /** For cells that the app renders. */
  context?: CellContext | undefined
  /** The unit of the contract's token. */
  token: TokenUnit | undefined
  /** Names of arguments that have columns of their own, and are left out here. @default none */
  apart?: readonly string[] | undefined
  /** Whether full addresses fit. @default false */
  fullAddresses?: boolean | undefined
  /** Whether its block was replaced. @default false */
  removed?: boolean | undefined
}

/** An event on one line: its name, arguments and, at the end, its amount, NFT or boolean; or as much as is known. */
export function EventCell(props: EventCellProps) {
  const strings = useStrings(logTableStrings)
  const { log } = props
  const [state, parts] =
    // Functions rather than components, because flinging renders thousands of cells.
    log.decoded
      ? ['decoded', decodedEvent(props, log.decoded, strings)]
      : log.misfit
        ? ['misfit', misfitEvent(log, log.misfit.name, strings)]
        : ['unknown', unknownEvent(log, strings)]
  return (
    <span className="topic0-event" data-state={state} data-full={props.fullAddresses || undefined}>
      {props.removed && (
        <>
          <span className="topic0-badge" data-kind="danger" title={strings.removedHelp}>
            {strings.removed}
          </span>{' '}
        </>
      )}
      {parts}
    </span>
  )
}

function misfitEvent(log: LogRow, name: string, strings: LogTableStrings) {
  return (
    <>
      <span className="topic0-event-name">{isolateText(name)}</span>{' '}
      <span className="topic0-badge" title={strings.misfitTitle}>
        {strings.misfit}
      </span>{' '}
      {dataLength(log, strings)}
    </>
  )
}

function unknownEvent(log: LogRow, strings: LogTableStrings) {
  const [topic0] = log.topics
  return (
    <>
      <span className="topic0-event-name">
        {topic0 === undefined ? strings.anonymousEvent : strings.unknownEvent}
      </span>{' '}
      {topic0 !== undefined && (
        <span className="topic0-event-topic" title={topic0}>
          {shortHex(topic0)}
        </span>
      )}{' '}
      {dataLength(log, strings)}
    </>
  )
}

function dataLength({ data }: LogRow, strings: LogTableStrings) {
  const bytes = formatNumber((data.length - 2) / 2, strings.locale)
  return <span className="topic0-muted">{strings.bytes(bytes)}</span>
}

function decodedEvent(props: EventCellProps, event: DecodedEvent, strings: LogTableStrings) {
  const { args } = event
  const here = [...args.keys()].filter(
    (position) => !props.apart?.includes(args[position]!.name || `${position}`),
  )
  const batch = batchText(event, strings.locale)
  const last = here.at(-1)!
  const quantity = batch ? batchAmounts : here.find((position) => isQuantity(event, position))
  const amount = quantity ?? (isOutcome(args[last]) ? last : -1)
  const shown = here.slice(0, maxArgs).filter((position) => position !== amount)
  const isCut = here.length > shown.length + Number(amount >= 0)
  const others = shown.filter((position) => !batch || position !== batchIds)
  // The operator comes last, because the addresses that tokens moved between matter more.
  if (args[others[0]!]?.name === 'operator') others.push(others.shift()!)
  const parties = others.filter((position) => addressOf(args[position]!)).slice(0, maxParties)
  const rest = others.filter((position) => !parties.includes(position))
  const place = { event, strings }
  return (
    <>
      <span
        className="topic0-event-name"
        data-tint
        style={tintOf(event.name)}
        title={visibleText(event.signature)}
      >
        {isolateText(event.name)}
      </span>
      <span className="topic0-event-args">
        {event.unusual && (
          <>
            {' '}
            <span className="topic0-badge" title={strings.unusualHelp}>
              {strings.unusual}
            </span>
          </>
        )}
        {event.ambiguous && (
          // Quiet, because the declared reading is nearly always right.
          <span
            className="topic0-muted"
            role="img"
            aria-label={strings.ambiguous}
            title={strings.ambiguousHelp}
          >
            {' '}
            (?)
          </span>
        )}
        {parties.map((position) => eventArg(props, position, { ...place, className: partyClass }))}
        {(rest.length > 0 || isCut) && (
          <span className="topic0-event-rest">
            {rest.map((position) => eventArg(props, position, place))}
            {isCut && <span className="topic0-muted">…</span>}
          </span>
        )}
      </span>
      {amount >= 0 && eventArg(props, amount, { ...place, className: amountClass, batch })}
    </>
  )
}

interface ArgPlace {
  event: DecodedEvent
  strings: LogTableStrings
  /** Shown in place of the amounts of a batch. */
  batch?: string | undefined
  /** Where space is short, arguments of no class give way first, then the names of parties and amounts, then parties. */
  className?: typeof partyClass | typeof amountClass | ''
}

/** An argument with its name, and a space before it. */
function eventArg(
  props: EventCellProps,
  position: number,
  { event, strings, batch, className = '' }: ArgPlace,
) {
  const { log, labels, context, token, fullAddresses } = props
  const arg = event.args[position]!
  const text = formatCellArg(log, position, {
    ...{ labels, token, fullAddresses, maxCharacters },
    locale: strings.locale,
  })
  const own = context && renderedArg(log, arg, { position, text }, context)
  const shown = batch ?? argText(arg, text)
  // If either may be right-to-left, both are isolated.
  const isPlain = plainText.test(arg.name) && (batch || plainText.test(shown))
  const isWhole = !own && (shown.length < maxWhole || typeof arg.value === 'bigint')
  const value = own ?? (isPlain ? shown : <ChainText text={shown} />)
  return (
    <span
      key={position}
      className={`topic0-event-arg ${className}`}
      data-arg={position}
      data-whole={isWhole || undefined}
      data-unit={className === amountClass && isAmount(event, position) ? token !== undefined : undefined}
    >
      {' '}
      <span className="topic0-event-arg-name">
        {batch && `${visibleText(event.args[batchIds]!.name)}\u00a0×\u00a0`}
        {!arg.name ? position : isPlain ? arg.name : <ChainText text={arg.name} />}:
      </span>{' '}
      {!className ? value : <span className="topic0-event-value">{value}</span>}
    </span>
  )
}

/** Whether a last argument is shown like an amount: the id of an NFT, or a boolean. */
function isOutcome(arg: DecodedArg | undefined): boolean {
  const kind = typeof arg?.value
  return kind === 'boolean' || (kind === 'bigint' && /^_?(token_?)?id$/i.test(arg!.name))
}

/** Gives each name one of eight tints, the same everywhere: degrees that the hue of the accent is turned by. */
function tintOf(name: string): CSSProperties {
  let sum = name.length
  for (let at = 0; at < name.length && at < maxCharacters; at++) sum = (sum * 131 + name.charCodeAt(at)) >>> 0
  // The lowest bits depend on few characters.
  return { '--t0-turn': ((sum >>> 3) % 8) * 45 } as CSSProperties
}
