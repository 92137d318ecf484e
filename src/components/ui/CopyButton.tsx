'use client'
import type { ComponentProps } from 'react'
import { useStrings } from '../strings/useStrings.ts'
import { classNames } from './classNames.ts'
import * as icons from './icons.tsx'
import { uiStrings } from './uiStrings.ts'
import { useClipboard } from './useClipboard.ts'
import { withRef } from './withRef.ts'

// Here, because no table needs it for its first rows.
export const copyIcon = /* @__PURE__ */ icons.icon(
  'M5.5 5.5v-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2M3.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1Z',
)

export interface CopyButtonProps extends Omit<ComponentProps<'button'>, 'value' | 'children'> {
  /** The text to copy, or a function that creates it on click. */
  value: string | (() => string)
  /** What is copied, for the accessible name: "address". */
  what: string
  /** Shows the label next to the icon. @default false */
  showLabel?: boolean | undefined
}

/**
 * Copies text to the clipboard and shows whether that worked. `data-state` is `idle`, `copied` or `failed`.
 *
 * @example
 * <CopyButton value={log.data} what="data" showLabel />
 */
export const CopyButton = /* @__PURE__ */ withRef(function CopyButton({
  value,
  what,
  showLabel = false,
  className,
  onClick,
  ...rest
}: CopyButtonProps) {
  const strings = useStrings(uiStrings)
  const { state, message, copy } = useClipboard()
  const name = message ?? strings.copy(what)
  return (
    <button
      aria-label={showLabel ? undefined : name}
      title={showLabel ? undefined : name}
      {...rest}
      type="button"
      className={classNames('topic0', 'topic0-copy', className)}
      data-state={state}
      onClick={(event) => {
        onClick?.(event)
        event.stopPropagation()
        copy(value)
      }}
    >
      {state === 'copied' ? icons.check : state === 'failed' ? icons.cross : copyIcon}
      {showLabel && <span>{name}</span>}
      <output className="topic0-visually-hidden">{message}</output>
    </button>
  )
})
