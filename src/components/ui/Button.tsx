'use client'
import type { ComponentProps } from 'react'
import { withRef } from './withRef.ts'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** @default an ordinary button */
  kind?: 'primary' | 'quiet' | undefined
  /** @default 'small' */
  size?: 'small' | 'normal'
}

/** A button with a text. */
export const Button = /* @__PURE__ */ withRef(function Button({
  kind,
  size = 'small',
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className="topic0-button"
      data-size={size === 'small' ? size : undefined}
      data-kind={kind}
      {...rest}
    />
  )
})
