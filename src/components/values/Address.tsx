'use client'
import type { ComponentProps } from 'react'
import type { Address as AddressHex } from 'viem'
import { checksumAddress } from '../../logs/decode/checksumAddress.ts'
import { withRef } from '../ui/withRef.ts'
import { CopyableHex } from './Hash.tsx'

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
export const Address = /* @__PURE__ */ withRef(function Address({ address, ...rest }: AddressProps) {
  const isValid = /^0x[0-9a-f]{40}$/i.test(address)
  const hex = isValid ? checksumAddress(address as AddressHex) : address
  return <CopyableHex kind="address" {...{ hex, isValid }} {...rest} />
})
