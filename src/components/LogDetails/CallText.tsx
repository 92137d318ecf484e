'use client'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import { useStrings } from '../strings/useStrings.ts'
import { numberText } from '../values/amounts.ts'
import { ChainText } from '../values/ChainText.tsx'
import { HexText } from '../values/HexText.tsx'
import { isCallAmount, isCallQuantity } from './callAmounts.ts'
import { logDetailsStrings } from './logDetailsStrings.ts'
import type { DecodedCall } from './searchStates.ts'

interface CallTextProps {
  call: DecodedCall
  /** The called token. */
  token: TokenUnit | undefined
  address: (hex: Address) => ReactNode
}

/** A called function, or an error of a contract, with its arguments. */
export function CallText({ call, token, address }: CallTextProps) {
  return (
    <span className="topic0-call">
      <code title={call.signature}>
        <ChainText text={call.name} />
      </code>
      <span className="topic0-call-args">
        {call.args.map(({ name, value }, position) => (
          // Arguments have no other identity.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={position}>
            <span className="topic0-muted">{name ? <ChainText text={name} /> : position}:</span>{' '}
            {typeof value === 'bigint' ? <CallNumber {...{ call, position, value, token }} /> : textOf(value)}
          </span>
        ))}
      </span>
    </span>
  )

  function textOf(value: string): ReactNode {
    if (isAddress(value)) return address(value)
    return isHex(value) ? <HexText hex={value} /> : <ChainText text={value} />
  }
}

interface CallNumberProps extends Pick<CallTextProps, 'call' | 'token'> {
  position: number
  value: bigint
}

/** A number as the table shows it: grouped if it counts something, and in the token's unit. */
function CallNumber({ call, position, value, token }: CallNumberProps) {
  const { locale } = useStrings(logDetailsStrings)
  const unit = isCallAmount(call, position) ? token : undefined
  const text = numberText(value, { counts: isCallQuantity(call, position), unit, locale, whole: true })
  return (
    <span title={unit && value.toString()}>
      <ChainText text={text} />
    </span>
  )
}

// Shortened, so that screen readers do not read every digit.
const isAddress = (text: string): text is Address => /^0x[0-9a-f]{40}$/i.test(text)
const isHex = (text: string) => /^0x[0-9a-f]{16,}$/i.test(text)
