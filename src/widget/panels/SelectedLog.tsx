'use client'
import type { KeyboardEvent, RefObject } from 'react'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { formatNumber } from '../../components/strings/formatNumber.ts'
import { useStrings, type Localized } from '../../components/strings/useStrings.ts'
import type { LogRow } from '../../logs/Log.ts'
import { decodingEvents } from '../session/decodingEvents.ts'
import type { ExplorerSession } from '../session/useExplorerSession.ts'
import type { ExplorerDetailsProps } from './ExplorerDetails.tsx'
import { LazyDetails, LazyTransaction } from './LazyPanels.tsx'

type Strings = Localized<typeof explorerStrings>

interface SelectedLogProps extends Pick<
  ExplorerDetailsProps,
  | 'abis'
  | 'lookups'
  | 'labels'
  | 'tokens'
  | 'resolveLabel'
  | 'resolveToken'
  | 'explorerUrl'
  | 'neighbors'
  | 'onEditAddress'
> {
  session: ExplorerSession
  /** The session of the second of two compared queries. */
  secondSession: RefObject<ExplorerSession | null>
  /** Whether the details are next to the table, else over it. */
  isBeside: boolean
  onClose: () => void
}

/** The details of the selected log or of a transaction without logs, if there is one. */
export function SelectedLog(props: SelectedLogProps) {
  const { session, secondSession, isBeside, abis, onClose, ...details } = props
  const { query, selected, isSecondSelected: isSecond, select } = session
  const { transaction, reveal, compared, network } = session
  const strings = useStrings(explorerStrings)
  const isRevealed = reveal !== undefined && 'log' in reveal && reveal.log === selected
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  if (transaction) {
    const isHere = transaction.network.id === network.id
    return (
      <LazyTransaction
        {...transaction}
        ref={focusOn}
        tabIndex={-1}
        part="details"
        // The names and units are those of the current network.
        labels={isHere ? details.labels : undefined}
        tokens={isHere ? details.tokens : undefined}
        networkName={isHere ? undefined : transaction.network.name}
        {...{ abis, onClose, onKeyDown }}
      />
    )
  }
  return (
    <>
      {/* Overlays take focus and are announced by it; details next to the table need an announcement. */}
      <p role="status" className="topic0-visually-hidden">
        {selected && (isBeside || isRevealed) && nameOf(selected, strings)}
      </p>
      {selected && (
        <LazyDetails
          {...details}
          ref={isBeside ? undefined : focusOn}
          tabIndex={-1}
          part="details"
          log={selected}
          chainId={network.id}
          events={isSecond && compared ? decodingEvents(compared, abis) : session.events}
          knownEvents={session.known}
          abis={abis}
          onSelect={(next) => {
            select(next, isSecond)
            session.setReveal({ log: next })
            if (isSecond) secondSession.current?.setReveal({ log: next })
          }}
          onFilter={
            query &&
            ((action) => {
              // Focus moves to the results.
              ;((isSecond && secondSession.current) || session).filterBy(action)
              select(undefined)
            })
          }
          {...{ onClose, onKeyDown }}
        />
      )}
    </>
  )
}

function nameOf({ decoded, blockNumber, logIndex }: LogRow, strings: Strings): string {
  const name = decoded?.name ?? strings.unknownEvent
  const block = formatNumber(blockNumber, strings.locale)
  return `${strings.logDetails}: ${name}, ${strings.block} ${block}, ${strings.logIndex} ${logIndex}`
}

const focusOn = (element: HTMLElement | null) => element?.focus()
