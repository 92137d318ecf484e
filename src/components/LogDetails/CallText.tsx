'use client'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { ChainText } from '../values/ChainText.tsx'
import { HexText } from '../values/HexText.tsx'
import type { DecodedCall } from './searchStates.ts'

interface CallTextProps {
  call: DecodedCall
  address: (hex: Address) => ReactNode
}

/** A called function, or an error of a contract, with its arguments. */
export function CallText({ call, address }: CallTextProps) {
  return (
    <span className="topic0-call">
      <code title={call.signature}>
        <ChainText text={call.name} />
      </code>
      <span className="topic0-call-args">
        {call.args.map(({ name, value: text }, position) => (
          // Arguments have no other identity.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={position}>
            <span className="topic0-muted">{name ? <ChainText text={name} /> : position}:</span>{' '}
            {isAddress(text) ? (
              address(text)
            ) : isHex(text) ? (
              <HexText hex={text} />
            ) : (
              <ChainText text={text} />
            )}
          </span>
        ))}
      </span>
    </span>
  )
}

// Screen readers need not read every digit.
const isAddress = (text: string): text is Address => /^0x[0-9a-f]{40}$/i.test(text)
const isHex = (text: string) => /^0x[0-9a-f]{16,}$/i.test(text)
