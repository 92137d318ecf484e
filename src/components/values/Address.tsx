'use client'
import type { ComponentProps } from 'react'
import type { Address as AddressHex } from 'viem'
import { checksumAddress } from '../../logs/decode/checksumAddress.ts'
import { useStrings } from '../strings/useStrings.ts'
import { classNames } from '../ui/classNames.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { withRef } from '../ui/withRef.ts'
import { HexText } from './HexText.tsx'
import { httpsUrl } from './LinkBuilders.ts'
import { valueStrings } from './valueStrings.ts'
import { visibleText } from './visibleText.ts'

export interface AddressProps extends Omit<ComponentProps<'span'>, 'children'> {
  /** Shown with its checksum. Anything but an address is shown as text, without a link. */
  address: string
  /** A name to show instead of the digits. */
  label?: string | undefined
  /** Link target; only `https:` URLs are linked. */
  href?: string | undefined
  /** Shows a copy button. @default true */
  copyable?: boolean | undefined
  /** Whether the link and button are in the tab order. @default true */
  tabbable?: boolean | undefined
}

/**
 * An address, truncated in the middle if space is short, with its label, link and copy button. `data-state` is `valid`
 * or `invalid`.
 *
 * @example
 * <Address address={log.address} label="USD Coin" href={`https://xonescan.com/address/${log.address}`} />
 */
export const Address = /* @__PURE__ */ withRef(function Address(props: AddressProps) {
  const { address, label, href, copyable = true, tabbable = true, className, ...rest } = props
  const strings = useStrings(valueStrings)
  const valid = /^0x[0-9a-f]{40}$/i.test(address)
  const shown = valid ? checksumAddress(address as AddressHex) : visibleText(address)
  return (
    <span
      {...rest}
      className={classNames('topic0', 'topic0-address', className)}
      data-state={valid ? 'valid' : 'invalid'}
    >
      <HexText
        hex={shown}
        href={valid ? httpsUrl(href) : undefined}
        label={label && visibleText(label)}
        tabbable={tabbable}
      />
      {copyable && (
        <CopyButton
          value={shown}
          what={`${strings.address} ${shown.slice(0, 6)}`}
          tabIndex={tabbable ? undefined : -1}
        />
      )}
    </span>
  )
})
