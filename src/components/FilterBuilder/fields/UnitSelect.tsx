'use client'
import { useStrings } from '../../strings/useStrings.ts'
import { Select } from '../../ui/Select.tsx'
import { visibleText } from '../../values/visibleText.ts'
import { filterStrings } from '../draft/filterStrings.ts'
import { parseAddressText } from '../draft/parseAddressText.ts'
import type { FilterForm } from './FilterForm.ts'

interface UnitSelectProps {
  form: FilterForm
  field: string
  /** Safe to display. */
  name: string
}

/** The unit of a number: the smallest one, those of the selected tokens, gwei or ether. */
export function UnitSelect({ form, field, name }: UnitSelectProps) {
  const { draft, contracts } = form
  const strings = useStrings(filterStrings)
  const addresses = new Set(
    parseAddressText(draft.addresses, contracts, strings).map(({ address }) => address),
  )
  const tokens = contracts.flatMap(({ address, label, symbol = label, decimals }) =>
    decimals !== undefined && decimals > 0 && addresses.has(address.toLowerCase() as typeof address)
      ? [{ name: visibleText(symbol), decimals }]
      : [],
  )
  const chosen = draft.decimals[field] ?? 0
  const units = [
    { name: strings.rawUnit, decimals: 0 },
    ...tokens,
    { name: 'gwei', decimals: 9 },
    { name: 'ether', decimals: 18 },
  ]
  // Of units with the same decimals, the first.
  const names = new Map(units.toReversed().map((unit) => [unit.decimals, unit.name]))
  const choices = [...names].toReversed().map(([value, label]) => ({ value, label }))
  // The token may not be selected any more.
  if (!names.has(chosen)) choices.push({ value: chosen, label: strings.decimals(chosen) })
  return (
    <Select
      size="small"
      aria-label={strings.unitOf(name)}
      value={chosen}
      choices={choices}
      onChange={(decimals) => form.edit(field, { decimals: { ...draft.decimals, [field]: decimals } })}
    />
  )
}
