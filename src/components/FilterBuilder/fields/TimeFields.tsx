'use client'
import { formatNumber } from '../../strings/formatNumber.ts'
import { useStrings } from '../../strings/useStrings.ts'
import { ChoiceGroup } from '../../ui/ChoiceGroup.tsx'
import { Field } from '../../ui/Field.tsx'
import type { FoundBlock } from '../draft/BlockSearch.ts'
import { incompleteTime } from '../draft/FilterDraft.ts'
import { filterStrings } from '../draft/filterStrings.ts'
import { readTime } from '../draft/readRange.ts'
import type { FilterForm } from './FilterForm.ts'

interface TimeFieldsProps {
  form: FilterForm
  blockAt: ((time: bigint) => FoundBlock | undefined) | undefined
  onFind: () => void
}

/** Two dates and times, with their time zone and the blocks found for them. */
export function TimeFields({ form, blockAt, onFind }: TimeFieldsProps) {
  const { draft } = form
  const strings = useStrings(filterStrings)
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      <div className="topic0-pair" data-wide>
        {(['fromTime', 'toTime'] as const).map((field) => (
          <Field key={field} label={strings[field]} hint={hintOf(field)} issue={form.issueAt(field)}>
            {(control) => (
              <input
                {...control}
                type="datetime-local"
                className="topic0-input"
                max="9999-12-31T23:59"
                value={draft[field] === incompleteTime ? '' : draft[field]}
                onChange={(event) => edit(field, event.target)}
                // Browsers report no change for a date without a time.
                onKeyUp={(event) => edit(field, event.currentTarget)}
                onBlur={(event) => {
                  edit(field, event.currentTarget)
                  form.leave(field)
                  onFind()
                }}
              />
            )}
          </Field>
        ))}
      </div>
      {isUtc(here) ? (
        // If both zones are the same, there is no choice.
        <p className="topic0-field-note">{strings.timeZone}: UTC</p>
      ) : (
        <ChoiceGroup
          label={strings.timeZone}
          value={draft.zone}
          choices={[
            { value: 'local', label: strings.localZone(here) },
            { value: 'utc', label: 'UTC' },
          ]}
          onChange={(zone) => form.edit('zone', { zone })}
        />
      )}
    </>
  )

  function edit(field: 'fromTime' | 'toTime', { value, validity }: HTMLInputElement) {
    const time = validity.badInput ? incompleteTime : value
    if (time !== draft[field]) form.edit(field, { [field]: time })
  }

  /** The block found for a time. */
  function hintOf(field: 'fromTime' | 'toTime'): string {
    const time = readTime(draft[field], draft.zone)
    if (time === undefined) return field === 'fromTime' ? strings.fromTimeHelp : strings.toTimeHelp
    const found = blockAt?.(field === 'fromTime' ? time : time + 1n)
    if (found?.state === 'pending') return strings.findingBlock
    if (found?.state !== 'found') return strings.blockToFind
    if (found.block === undefined) return field === 'fromTime' ? '' : strings.untilLatest
    const block = field === 'fromTime' ? found.block : found.block - 1n
    return block < 0n ? '' : strings.blockFound(formatNumber(block, strings.locale))
  }
}

function isUtc(zone: string): boolean {
  return /^(Etc\/)?(UTC|UCT|Universal|Zulu|GMT)$/.test(zone)
}
