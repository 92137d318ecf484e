'use client'
import type { ComponentProps } from 'react'

interface SelectProps<value extends string | number> extends Omit<
  ComponentProps<'select'>,
  'className' | 'size' | 'value' | 'children' | 'onChange'
> {
  /** @default an ordinary field */
  size?: 'small'
  value: value
  choices: readonly { value: value; label: string; disabled?: boolean }[]
  onChange: (value: value) => void
}

/** A native list to choose from. */
export function Select<value extends string | number>(props: SelectProps<value>) {
  const { size, choices, onChange, ...rest } = props
  return (
    <select
      {...rest}
      className="topic0-select"
      data-size={size}
      onChange={({ currentTarget }) => onChange(choices[currentTarget.selectedIndex]!.value)}
    >
      {choices.map(({ label, ...option }) => (
        <option key={option.value} {...option}>
          {label}
        </option>
      ))}
    </select>
  )
}
