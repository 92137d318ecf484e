'use client'
import { useId } from 'react'

interface ChoiceGroupProps<value extends string> {
  /** The accessible name; omit it inside a labeled group. */
  label?: string
  value: value
  choices: readonly { value: value; label: string }[]
  onChange: (value: value) => void
}

/** A segmented control made of native radio buttons. */
export function ChoiceGroup<value extends string>(props: ChoiceGroupProps<value>) {
  const { label, value, choices, onChange } = props
  const name = useId()
  const Group = label === undefined ? 'div' : 'fieldset'
  return (
    <Group className="topic0-choices">
      {label !== undefined && <legend className="topic0-visually-hidden">{label}</legend>}
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </Group>
  )
}
