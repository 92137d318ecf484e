'use client'
import type { ReactNode } from 'react'
import { formatNumber } from '../../strings/formatNumber.ts'
import { useStrings } from '../../strings/useStrings.ts'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import type { FoundBlock } from '../draft/BlockSearch.ts'
import type { FilterDraft } from '../draft/FilterDraft.ts'
import { filterStrings } from '../draft/filterStrings.ts'
import { parseCountText } from '../draft/parseBlockText.ts'
import { lastSince } from '../draft/readRange.ts'
import type { FilterForm } from './FilterForm.ts'
import { ReadAs, TextInput } from './TextInput.tsx'

const units = ['blocks', 'minutes', 'hours', 'days'] as const satisfies readonly FilterDraft['lastUnit'][]

interface LastFieldProps {
  form: FilterForm
  head: bigint | undefined
  /** The current time, from which the form counts back. */
  now: bigint
  /** The lookup state of the first block at or after a time; absent if times cannot be looked up. */
  blockAt: ((time: bigint) => FoundBlock | undefined) | undefined
  onFind: () => void
}

/** The newest blocks, by their number or by their age. */
export function LastField({ form, head, now, blockAt, onFind }: LastFieldProps) {
  const { draft } = form
  const { last, lastUnit } = draft
  const strings = useStrings(filterStrings)
  const number = (value: bigint) => formatNumber(value, strings.locale)
  const hasUnits = (head !== undefined && blockAt !== undefined) || lastUnit !== 'blocks'
  return (
    <Field label={strings.lastCount} hint={hint()} issue={form.issueAt('last')}>
      {(control) => (
        <div className="topic0-condition">
          <TextInput form={form} control={control} field="last" placeholder="1000" onLeave={onFind} />
          {hasUnits && (
            <Select
              aria-label={strings.lastUnit}
              value={lastUnit}
              choices={units.map((value) => ({ value, label: strings.lastUnits[value] }))}
              onChange={(unit) => form.edit('last', { lastUnit: unit })}
              onBlur={onFind}
            />
          )}
        </div>
      )}
    </Field>
  )

  function hint(): ReactNode {
    const parsed = parseCountText(last, strings)
    if ('problem' in parsed) return undefined
    const count = number(parsed.count)
    if (lastUnit === 'blocks') return count !== last.trim() && <ReadAs text={strings.newestBlocks(count)} />
    const found = blockAt?.(lastSince(parsed.count, lastUnit, now))
    if (found?.state === 'pending') return strings.findingBlock
    if (found?.state !== 'found') return strings.blockToFind
    if (found.block === undefined || head === undefined || found.block > head) return undefined
    return <ReadAs text={strings.newestBlocks(number(head - found.block + 1n))} />
  }
}
