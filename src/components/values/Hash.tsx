'use client'
import type { ComponentProps } from 'react'
import { useStrings } from '../strings/useStrings.ts'
import { classNames } from '../ui/classNames.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { withRef } from '../ui/withRef.ts'
import { HexText } from './HexText.tsx'
import { httpsUrl } from './LinkBuilders.ts'
import { valueStrings } from './valueStrings.ts'
import { visibleText } from './visibleText.ts'

export interface HashProps extends Omit<ComponentProps<'span'>, 'children'> {
  /** 32 bytes as hex. Anything else is shown as text, without a link. */
  hash: string
  /** Link target; only `https:` URLs are linked. */
  href?: string | undefined
  /** Always shortened to `0x1234…cdef`. @default only as far as needed */
  short?: boolean | undefined
  /** Shows a copy button. @default true */
  copyable?: boolean | undefined
  /** Whether the link and button are in the tab order. @default true */
  tabbable?: boolean | undefined
}

/**
 * A 32-byte hash, truncated in the middle if space is short, with a link and copy button. `data-state` is `valid` or `invalid`.
 *
 * @example
 * <Hash hash={log.transactionHash} href={`https://xonescan.com/tx/${log.transactionHash}`} />
 */
export const Hash = /* @__PURE__ */ withRef(function Hash({ hash, ...rest }: HashProps) {
  return <CopyableHex kind="hash" hex={hash} isValid={/^0x[0-9a-f]{64}$/i.test(hash)} {...rest} />
})

interface CopyableHexProps extends Omit<HashProps, 'hash'> {
  kind: 'address' | 'hash'
  hex: string
  isValid: boolean
  label?: string | undefined
}

/** Hex with a link and copy button; anything else as text. */
export const CopyableHex = /* @__PURE__ */ withRef(function CopyableHex(props: CopyableHexProps) {
  const {
    kind,
    hex,
    isValid,
    label,
    href,
    short,
    copyable = true,
    tabbable = true,
    className,
    ...rest
  } = props
  const strings = useStrings(valueStrings)
  const shown = isValid ? hex : visibleText(hex)
  return (
    <span
      {...rest}
      className={classNames('topic0', kind === 'hash' ? 'topic0-hash' : 'topic0-address', className)}
      data-state={isValid ? 'valid' : 'invalid'}
    >
      <HexText
        hex={shown}
        href={isValid ? httpsUrl(href) : undefined}
        label={label && visibleText(label)}
        {...{ short, tabbable }}
      />
      {copyable && (
        <CopyButton
          value={shown}
          what={`${strings[kind]} ${shown.slice(0, 6)}`}
          tabIndex={tabbable ? undefined : -1}
        />
      )}
    </span>
  )
})
