'use client'
import { maxSymbolLength } from '../../logs/decode/TokenUnit.ts'
import { useStrings } from '../strings/useStrings.ts'
import { visibleText } from '../values/visibleText.ts'
import { addressBookStrings } from './addressBookStrings.ts'
import { TextField } from './TextField.tsx'

interface TokenFieldsProps {
  symbol: string
  decimals: string
  issue: string | undefined
  /** Whether the unit is being read from the contract. */
  isReading: boolean
  onSymbol: (text: string) => void
  onDecimals: (text: string) => void
  onRead: (() => void) | undefined
}

/** The unit of a token: its symbol and decimals. */
export function TokenFields(props: TokenFieldsProps) {
  const { symbol, decimals, issue, isReading, onSymbol, onDecimals, onRead } = props
  const strings = useStrings(addressBookStrings)
  return (
    <div className="topic0-address-unit">
      <TextField
        label={strings.tokenSymbol}
        spellCheck={false}
        maxLength={maxSymbolLength}
        // A symbol of a contract may hold characters that hide or reorder text.
        dir="auto"
        value={visibleText(symbol)}
        onEdit={onSymbol}
      />
      <TextField
        label={strings.tokenDecimals}
        hint={strings.tokenHelp}
        issue={issue}
        aside={
          onRead && (
            <button
              type="button"
              className="topic0-link-button"
              aria-disabled={isReading}
              onClick={() => {
                if (!isReading) onRead()
              }}
            >
              {isReading ? strings.readingUnit : strings.readUnit}
            </button>
          )
        }
        inputMode="numeric"
        maxLength={3}
        value={decimals}
        onEdit={onDecimals}
      />
    </div>
  )
}
