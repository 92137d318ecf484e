'use client'
import { useId, useState } from 'react'
import type { ExportFormat } from '../../logs/export/ExportFormat.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { ChoiceGroup } from '../ui/ChoiceGroup.tsx'
import type { MenuAnchor } from '../ui/MenuItem.ts'
import { Popover } from '../ui/Popover.tsx'
import { exportStrings } from './exportStrings.ts'

interface ExportFormProps {
  counts: Readonly<Partial<Record<ExportScope, number | null>>>
  anchor: MenuAnchor
  incomplete: boolean
  hasUnits: boolean
  sorted: readonly ExportScope[]
  onExport: (choice: ExportChoice) => void
  onClose: () => void
}

const formats: readonly ExportFormat[] = ['csv', 'json', 'ndjson', 'parquet']
const contents = ['decoded', 'raw'] as const
// A selection is exported by default, else what the table shows.
const scopes: readonly ExportScope[] = ['selected', 'filtered', 'all']
/** Rows of a sheet in Excel, including the header. */
const sheetRows = 1_048_576

/** The export dialog. Escape and a click outside close it and return focus. */
export function ExportForm(props: ExportFormProps) {
  const { counts, anchor, incomplete, hasUnits, sorted, onExport, onClose } = props
  const strings = useStrings(exportStrings)
  const id = useId()
  const offered = scopes.filter((scope) => counts[scope] !== undefined)
  const [chosenScope, setScope] = useState<ExportScope>()
  // A selection may end while the form is open.
  const usual = offered.find((one) => counts[one] !== 0) ?? 'all'
  const scope = chosenScope !== undefined && offered.includes(chosenScope) ? chosenScope : usual
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [content, setContent] = useState<'decoded' | 'raw'>('decoded')
  // Many CSV readers take comment lines for rows.
  const [chosenNote, setProvenance] = useState<boolean>()
  const provenance = chosenNote ?? format !== 'csv'
  const [units, setUnits] = useState(false)
  const number = (count: number) => formatNumber(count, strings.locale)
  const count = counts[scope] ?? counts.all ?? 0
  const labelOf = (one: ExportScope) => {
    const known = counts[one]
    return typeof known === 'number'
      ? `${strings.exportScopes[one]} (${number(known)})`
      : strings.exportScopes[one]
  }
  return (
    <Popover aria-labelledby={`${id}title`} className="topic0-export-form" anchor={anchor} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const withUnits = units && hasUnits && content === 'decoded'
          if (count > 0) onExport({ scope, format, content, units: withUnits, provenance })
        }}
      >
        <h3 id={`${id}title`} className="topic0-visually-hidden">
          {strings.exportLogs}
        </h3>
        {offered.length > 1 && (
          <ChoiceGroup
            label={strings.exportWhich}
            value={scope}
            choices={offered.map((value) => ({ value, label: labelOf(value) }))}
            onChange={setScope}
          />
        )}
        <div>
          <ChoiceGroup
            label={strings.exportFormat}
            value={format}
            choices={formats.map((value) => ({ value, label: strings.exportFormats[value] }))}
            onChange={setFormat}
          />
          <p className="topic0-muted">{strings.exportFormatHelp[format]}</p>
        </div>
        <ChoiceGroup
          label={strings.exportContent}
          value={content}
          choices={contents.map((value) => ({ value, label: strings.exportContents[value] }))}
          onChange={setContent}
        />
        {hasUnits && content === 'decoded' && (
          <Check title={strings.exportUnitsHelp} checked={units} onChange={setUnits}>
            {strings.exportUnits}
          </Check>
        )}
        <Check checked={provenance} onChange={setProvenance}>
          {strings.exportNote}
        </Check>
        {sorted.includes(scope) && <p className="topic0-muted">{strings.exportOrder}</p>}
        {incomplete && <p className="topic0-export-warning">{strings.exportIncomplete}</p>}
        {format === 'csv' && count >= sheetRows && (
          <p className="topic0-export-warning">{strings.exportTooManyRows(number(sheetRows))}</p>
        )}
        <Button type="submit" size="normal" kind="primary" aria-disabled={count === 0}>
          {strings.exportSave(strings.exportFormats[format])}
        </Button>
      </form>
    </Popover>
  )
}

interface CheckProps {
  title?: string
  checked: boolean
  onChange: (checked: boolean) => void
  children: string
}

function Check({ title, checked, onChange, children }: CheckProps) {
  return (
    <label className="topic0-export-check" title={title}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>{children}</span>
    </label>
  )
}

/** Which logs to export: all loaded ones, those the table shows, or those selected in it. */
export type ExportScope = 'all' | 'filtered' | 'selected'

/** The chosen logs, format and content. */
export interface ExportChoice {
  readonly scope: ExportScope
  readonly format: ExportFormat
  /** Decoded arguments, or raw logs only. */
  readonly content: 'decoded' | 'raw'
  /** Whether to add amounts in token units to the raw integers. */
  readonly units: boolean
  /** Whether to write the network, filter and coverage into the file. */
  readonly provenance: boolean
}
