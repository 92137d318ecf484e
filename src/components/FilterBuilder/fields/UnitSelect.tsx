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
  name: string
}

/** The unit of a number: of the selected tokens, of ether, or raw. */
export function UnitSelect({ form, field, name }: UnitSelectProps) {
  const { draft, contracts, dispatch } = form
  const strings = useStrings(filterStrings)
  const addresses = new Set(
    parseAddressText(draft.addresses, contracts, strings).map(({ address }) => address),
  )
  const tokens = contracts.flatMap(({ address, label, symbol = label, decimals }) =>
    decimals !== undefined && decimals > 0 && addresses.has(address.toLowerCase() as typeof address)
      ? [{ name: visibleText(symbol), decimals }]
      : [],
  )
  const units = [
    { name: strings.rawUnit, decimals: 0 },
    ...tokens,
    { name: 'gwei', decimals: 9 },
    { name: 'ether', decimals: 18 },
  ]
  const known = new Map(units.toReversed().map((unit) => [unit.decimals, unit.name]))
  return (
    <Select
      size="small"
      aria-label={strings.unitOf(visibleText(name))}
      value={draft.decimals[field] ?? 0}
      choices={[...known].toReversed().map(([value, label]) => ({ value, label }))}
      onChange={(decimals) =>
        dispatch({ type: 'edit', field, patch: { decimals: { ...draft.decimals, [field]: decimals } } })
      }
    />
  )
}
