'use client'
import type { ComponentProps } from 'react'
import { classNames } from './classNames.ts'
import { withRef } from './withRef.ts'

interface ButtonProps extends ComponentProps<'button'> {
  /** @default an ordinary button */
  kind?: 'primary' | 'quiet' | undefined
  /** @default 'small' */
  size?: 'small' | 'normal'
}

/** A button with a text. */
export const Button = /* @__PURE__ */ withRef(function Button({
  kind,
  size = 'small',
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      data-size={size === 'small' ? size : undefined}
      data-kind={kind}
      {...rest}
      className={classNames('topic0-button', className)}
    />
  )
})
