'use client'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import type { TransactionReplay } from '../../logs/lookup/LogTransaction.ts'
import { useStrings } from '../strings/useStrings.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { ChainText } from '../values/ChainText.tsx'
import { CallText } from './CallText.tsx'
import { logDetailsStrings, type LogDetailsStrings } from './logDetailsStrings.ts'
import type { DecodedCall } from './searchStates.ts'

interface RevertReasonProps {
  replay: TransactionReplay
  /** Its data, decoded. */
  revert: DecodedCall | undefined
  /** The called token. */
  token: TokenUnit | undefined
  address: (hex: Address) => ReactNode
}

// Longer data can be copied, but is not rendered.
const maxData = 400
/** Messages of nodes that only say that it was reverted. */
const plain =
  /^(?:error: )?(?:vm (?:exception|execution error)[^:]*[:.]? ?)?(?:execution )?(?:revert(?:ed)?)?\.?$/i

/** Why a transaction was reverted, or why that is unknown. */
export function RevertReason({ replay, revert, ...context }: RevertReasonProps) {
  const strings = useStrings(logDetailsStrings)
  if (replay.status === 'success') return strings.replaySucceeds
  if (replay.status === 'error')
    return replay.kind === 'pruned' ? (
      strings.replayPruned
    ) : (
      <ChainText text={strings.replayFailed(replay.message)} />
    )
  return (
    <span className="topic0-call">
      {revert ? (
        <DecodedError revert={revert} {...context} />
      ) : (
        <RawError data={replay.data} message={replay.message} />
      )}
      <span className="topic0-muted">{strings.replayHelp}</span>
    </span>
  )
}

/** What a node says of a revert without a known error: its data, else its message. */
function RawError({
  data = '0x',
  message = '',
}: {
  data?: string | undefined
  message?: string | undefined
}) {
  const strings = useStrings(logDetailsStrings)
  if (data === '0x') return plain.test(message) ? strings.noRevertReason : <ChainText text={message} />
  return (
    <span>
      <code>{data.length > maxData ? `${data.slice(0, maxData)}…` : data}</code>
      <CopyButton value={data} what={strings.rawData} />
    </span>
  )
}

/** A decoded error: a text, a panic in words, or an error that the contract declares. */
function DecodedError({
  revert,
  ...context
}: Pick<RevertReasonProps, 'token' | 'address'> & { revert: DecodedCall }) {
  const strings = useStrings(logDetailsStrings)
  const value = revert.args[0]?.value
  if (revert.signature === 'Error(string)')
    return value === '' ? strings.noRevertReason : <ChainText text={String(value)} />
  if (revert.signature === 'Panic(uint256)' && typeof value === 'bigint') return panicText(value, strings)
  return <CallText call={revert} {...context} />
}

function panicText(code: bigint, { panics }: LogDetailsStrings): string {
  const hex = `0x${code.toString(16)}`
  const meaning = Object.hasOwn(panics, hex) ? `: ${panics[hex as keyof typeof panics]}` : ''
  return `Panic ${hex}${meaning}`
}
