'use client'
import { useState, type ReactNode } from 'react'
import { formatUnits } from '../../logs/decode/formatUnits.ts'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import { toPlainValue } from '../../logs/list/formatArg.ts'
import type { DecodedArg } from '../../logs/Log.ts'
import { useStrings } from '../strings/useStrings.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Select } from '../ui/Select.tsx'
import type { AddressContext } from '../values/AddressLabels.ts'
import { canHaveUnit, countsSomething, groupPlain } from '../values/amounts.ts'
import { argName } from '../values/ArgName.tsx'
import { NamedValue } from '../values/DecodedValue.tsx'
import { visibleText } from '../values/visibleText.ts'
import { logDetailsStrings } from './logDetailsStrings.ts'

interface UnitValueProps extends AddressContext {
  arg: DecodedArg
  /** Its position among all arguments. */
  position: number
  /** The token whose amounts these may be. */
  token: TokenUnit | undefined
  /** Whether this is an amount of the token. */
  amount: boolean
  /** Further buttons. */
  children: ReactNode
}

/** Types that `NamedValue` shows with a copy button. */
const hasCopyButton = new Set(['address', 'bytes32'])

/** An argument's value with a copy button and, for amounts, a choice of units. */
export function UnitValue(props: UnitValueProps) {
  const { arg, position, token, amount, labels, explorerUrl, links, children } = props
  const strings = useStrings(logDetailsStrings)
  const { name, value, type, hashed } = arg
  const [chosen, setChosen] = useState<number>()
  const called = argName(name, position, strings)
  const plain = toPlainValue(value)
  const copied = typeof plain === 'object' ? JSON.stringify(plain, null, 2) : String(plain)
  if (typeof value !== 'bigint' || !canHaveUnit(arg))
    return (
      <div className="topic0-argument">
        <NamedValue {...{ value, type, name, hashed, labels, explorerUrl, links }} />
        <span className="topic0-argument-tools">
          {!hasCopyButton.has(type) && !hashed && <CopyButton value={copied} what={called} />}
          {children}
        </span>
      </div>
    )
  const units = [
    { label: strings.rawUnit, decimals: 0 },
    ...(token && token.decimals > 0
      ? [{ label: visibleText(token.symbol) || strings.decimals(token.decimals), decimals: token.decimals }]
      : []),
    { label: 'gwei', decimals: 9 },
    { label: 'ether', decimals: 18 },
  ]
  // Units with equal decimals are listed once.
  const distinct = units.filter(
    (unit, at) => units.findIndex((other) => other.decimals === unit.decimals) === at,
  )
  // The unit chosen for another token may not be on offer here.
  const isOffered = distinct.some((unit) => unit.decimals === chosen)
  const usual = amount && token ? token.decimals : 0
  const decimals = isOffered ? chosen! : usual
  const shown = formatUnits(value, decimals)
  return (
    <div className="topic0-argument">
      <span dir="ltr" className="topic0-value-plain" title={decimals > 0 ? value.toString() : undefined}>
        {decimals > 0 || countsSomething(name) ? groupPlain(shown, strings.locale) : shown}
      </span>
      <span className="topic0-argument-tools">
        <Select
          size="small"
          aria-label={strings.unitOf(called)}
          value={decimals}
          choices={distinct.map((unit) => ({ value: unit.decimals, label: unit.label }))}
          onChange={setChosen}
        />
        <CopyButton value={shown} what={called} />
        {children}
      </span>
    </div>
  )
}
