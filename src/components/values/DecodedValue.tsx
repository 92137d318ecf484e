'use client'
import { useState, type ComponentProps, type ReactNode } from 'react'
import type { Address as AddressHex } from 'viem'
import { addressMap } from '../../logs/decode/addressMap.ts'
import { toBigInt } from '../../logs/decode/toBigInt.ts'
import type { AbiField, AbiValue } from '../../logs/Log.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { classNames } from '../ui/classNames.ts'
import { withRef } from '../ui/withRef.ts'
import { Address } from './Address.tsx'
import type { AddressLabels } from './AddressLabels.ts'
import { canHaveUnit, countsSomething, groupDigits } from './amounts.ts'
import { ArgName } from './ArgName.tsx'
import { ChainText } from './ChainText.tsx'
import { decodedStrings } from './decodedStrings.ts'
import { Hash } from './Hash.tsx'
import { explorerLinks, type LinkBuilders } from './LinkBuilders.ts'
import { cutText } from './visibleText.ts'

export interface DecodedValueProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** The decoded value; lists and tuples are nested. */
  value: AbiValue
  /** The Solidity type: `uint256`, `address[]`, `(uint256,bool)`. */
  type: string
  /** Whether only the value's hash is on the chain. @default false */
  hashed?: boolean | undefined
  /** Labels of contracts and accounts. */
  labels?: AddressLabels | undefined
  /** Base of a block explorer's URLs. */
  explorerUrl?: string | undefined
  /** Custom links for addresses, instead of `explorerUrl`. */
  links?: LinkBuilders | undefined
}

// Shown at first, and at most: a hostile value may hold megabytes.
const firstItems = 20
const mostItems = 2_000
const firstCharacters = 600
const mostCharacters = 20_000

/**
 * A decoded value, tuples and arrays as nested lists. `data-state` is `value`, `hashed`, `list` or `tuple`.
 *
 * @example
 * <DecodedValue value={1_000_000n} type="uint256" />
 */
export const DecodedValue = /* @__PURE__ */ withRef(function DecodedValue(props: DecodedValueProps) {
  return <NamedValue {...props} />
})

interface NamedValueProps extends DecodedValueProps {
  /** The argument's name, which decides whether the digits of its numbers are grouped. */
  name?: string | undefined
}

/** The value of an argument. Digits are grouped where its name, or a field's, says that a number counts something. */
export const NamedValue = /* @__PURE__ */ withRef(function NamedValue(props: NamedValueProps) {
  const { value, type, name, hashed = false, labels, explorerUrl, links, className, ...rest } = props
  return (
    <div
      {...rest}
      className={classNames('topic0', 'topic0-value', className)}
      data-state={hashed ? 'hashed' : kindOf(value)}
    >
      <Value {...{ value, type, name, hashed, labels, explorerUrl, links }} />
    </div>
  )
})

function kindOf(value: AbiValue) {
  if (typeof value !== 'object') return 'value'
  return Array.isArray(value) ? 'list' : 'tuple'
}

type ValueProps = Pick<
  NamedValueProps,
  'value' | 'type' | 'name' | 'hashed' | 'labels' | 'explorerUrl' | 'links'
>

function Value({ value, type, name, hashed, ...context }: ValueProps) {
  const { locale } = useStrings(decodedStrings)
  if (typeof value === 'string') {
    if (hashed) return <HashedValue hash={value} />
    if (type === 'address')
      return (
        <Address
          address={value}
          label={addressMap(context.labels).get(value.toLowerCase())}
          href={explorerLinks(context.explorerUrl, context.links).address(value as AddressHex)}
        />
      )
    if (type === 'bytes32' && /^0x[0-9a-f]{64}$/i.test(value)) return <Hash hash={value} />
    return <LongText text={value} />
  }
  // Keeps the sign in front of the number in right-to-left text.
  if (typeof value !== 'object') {
    const integer = toBigInt(value)
    const isGrouped = integer !== undefined && name && countsSomething(name) && canHaveUnit({ name })
    return (
      <span dir="ltr" className="topic0-value-plain">
        {isGrouped ? groupDigits(integer, locale) : String(value)}
      </span>
    )
  }
  if ('fields' in value)
    return (
      <Items
        items={value.fields}
        render={(field, position) => (
          <>
            <FieldName {...field} position={position} />
            <Value value={field.value} type={field.type} name={field.name} {...context} />
          </>
        )}
      />
    )
  const itemType = type.replace(/\[\d*\]$/, '')
  return (
    <Items
      items={value}
      render={(item, index) => (
        <>
          {/* The space separates words for screen readers. */}
          <span className="topic0-value-name" data-kind="index">
            <ChainText text={String(index)} />{' '}
          </span>
          <Value value={item} type={itemType} name={name} {...context} />
        </>
      )}
    />
  )
}

function HashedValue({ hash }: { hash: string }) {
  const strings = useStrings(decodedStrings)
  return (
    <span className="topic0-value-hashed">
      <span className="topic0-badge" title={strings.hashedHelp}>
        {strings.hashed}
      </span>
      <Hash hash={hash} />
    </span>
  )
}

function FieldName({ name, type, position }: AbiField & { position: number }) {
  return (
    <span className="topic0-value-name" data-kind="name">
      <ArgName name={name} position={position} /> <span className="topic0-value-type">{type}</span>
    </span>
  )
}

function Items<item>({
  items,
  render,
}: {
  items: readonly item[]
  render: (item: item, index: number) => ReactNode
}) {
  const strings = useStrings(decodedStrings)
  const [all, setAll] = useState(false)
  if (items.length === 0) return <em className="topic0-muted">{strings.emptyList}</em>
  const shown = items.slice(0, all ? mostItems : firstItems).map((item, position) => ({ item, position }))
  return (
    <div className="topic0-value-items">
      <ol>
        {shown.map(({ item, position }) => (
          <li key={position}>{render(item, position)}</li>
        ))}
      </ol>
      {items.length > firstItems && (
        <ShowAllButton all={all} onChange={setAll} total={items.length} most={mostItems} />
      )}
    </div>
  )
}

function LongText({ text }: { text: string }) {
  const strings = useStrings(decodedStrings)
  const [all, setAll] = useState(false)
  if (text === '') return <em className="topic0-muted">{strings.emptyText}</em>
  const most = all ? mostCharacters : firstCharacters
  return (
    <span className="topic0-value-plain">
      <ChainText text={text.length > most ? `${cutText(text, most)}…` : text} />
      {text.length > firstCharacters && (
        <ShowAllButton
          {...{ all, total: text.length, most: mostCharacters, write: strings.characters }}
          onChange={setAll}
        />
      )}
    </span>
  )
}

interface ShowAllButtonProps {
  all: boolean
  onChange: (all: boolean) => void
  total: number
  /** What is shown at most: more would freeze the page. */
  most: number
  /** Writes the total. @default a number */
  write?: ((count: string) => string) | undefined
}

/** Shows all of a value or, of a huge one, as much as the page can bear. */
export function ShowAllButton({ all, onChange, total, most, write = String }: ShowAllButtonProps) {
  const strings = useStrings(decodedStrings)
  const whole = write(formatNumber(total, strings.locale))
  const part = formatNumber(most, strings.locale)
  const isCut = total > most
  const showMore = isCut ? strings.showFirst(part, whole) : strings.showAll(whole)
  return (
    <>
      <button type="button" className="topic0-link-button" onClick={() => onChange(!all)}>
        {all ? strings.showLess : showMore}
      </button>
      {all && isCut && <span className="topic0-muted">{strings.firstOf(part, whole)}</span>}
    </>
  )
}
