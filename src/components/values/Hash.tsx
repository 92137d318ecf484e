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
export const Hash = /* @__PURE__ */ withRef(function Hash(props: HashProps) {
  const { hash, href, short, copyable = true, tabbable = true, className, ...rest } = props
  const strings = useStrings(valueStrings)
  const valid = /^0x[0-9a-f]{64}$/i.test(hash)
  const shown = valid ? hash : visibleText(hash)
  return (
    <span
      {...rest}
      className={classNames('topic0', 'topic0-hash', className)}
      data-state={valid ? 'valid' : 'invalid'}
    >
      <HexText short={short} hex={shown} href={valid ? httpsUrl(href) : undefined} tabbable={tabbable} />
      {copyable && (
        <CopyButton
          value={shown}
          what={`${strings.hash} ${shown.slice(0, 6)}`}
          tabIndex={tabbable ? undefined : -1}
        />
      )}
    </span>
  )
})
