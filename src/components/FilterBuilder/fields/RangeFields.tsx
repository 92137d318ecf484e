'use client'
import { useId } from 'react'
import type { Address } from 'viem'
import { isBlockHash } from '../../../logs/filter/ParsedLogQuery.ts'
import { blockTags } from '../../../logs/filter/parseRange.ts'
import { formatNumber } from '../../strings/formatNumber.ts'
import { useStrings } from '../../strings/useStrings.ts'
import { ChoiceGroup } from '../../ui/ChoiceGroup.tsx'
import { Field } from '../../ui/Field.tsx'
import type { FoundBlock } from '../draft/BlockSearch.ts'
import { filterStrings } from '../draft/filterStrings.ts'
import { parseBlockText } from '../draft/parseBlockText.ts'
import { DeploymentButton, type FindDeployment } from './DeploymentButton.tsx'
import type { FilterForm } from './FilterForm.ts'
import { LastField } from './LastField.tsx'
import { ReadAs, TextInput } from './TextInput.tsx'
import { TimeFields } from './TimeFields.tsx'

const lasts = [1_000n, 10_000n, 100_000n]

interface RangeFieldsProps {
  form: FilterForm
  chainId: number | undefined
  head: bigint | undefined
  /** The selected contracts. */
  addresses: readonly Address[]
  /** The current time, from which the form counts back. */
  now: bigint
  /** The lookup state of the first block at or after a time; absent if times cannot be looked up. */
  blockAt: ((time: bigint) => FoundBlock | undefined) | undefined
  /** Finds the blocks of the times in the form. */
  onFindTimes: () => void
  findDeployment: FindDeployment | undefined
}

/** The range fields: between two blocks, the newest blocks, between two times, or one block by hash. */
export function RangeFields(props: RangeFieldsProps) {
  const { form, chainId, head, now, addresses, blockAt, onFindTimes, findDeployment } = props
  const { draft } = form
  const strings = useStrings(filterStrings)
  const number = (value: bigint) => formatNumber(value, strings.locale)
  const setBlocks = (fromBlock: string) =>
    form.edit('fromBlock', { rangeMode: 'blocks', fromBlock, toBlock: '' })
  const offered = [
    { value: 'blocks', label: strings.byBlocks, there: true },
    { value: 'last', label: strings.byLast, there: true },
    { value: 'time', label: strings.byTime, there: blockAt !== undefined },
    { value: 'hash', label: strings.byBlockHash, there: true },
  ] as const
  return (
    <fieldset className="topic0-group">
      <legend className="topic0-label">{strings.range}</legend>
      <ChoiceGroup
        value={draft.rangeMode}
        choices={offered.filter(({ there, value }) => there || value === draft.rangeMode)}
        onChange={(rangeMode) => form.edit('range', { rangeMode })}
      />
      {draft.rangeMode === 'hash' && (
        <Field label={strings.blockOrHash} issue={form.issueAt('blockHash')}>
          {(control) => <TextInput form={form} control={control} field="blockHash" placeholder="0x…" />}
        </Field>
      )}
      {draft.rangeMode === 'time' && <TimeFields form={form} blockAt={blockAt} onFind={onFindTimes} />}
      {draft.rangeMode === 'last' && <LastField {...{ form, head, now, blockAt }} onFind={onFindTimes} />}
      {draft.rangeMode === 'blocks' && (
        <div className="topic0-pair">
          <BlockField form={form} field="fromBlock" head={head} placeholder="earliest" />
          <BlockField form={form} field="toBlock" head={head} placeholder="latest" />
        </div>
      )}
      {(draft.rangeMode === 'blocks' || draft.rangeMode === 'last') && (
        <div className="topic0-shortcuts">
          {head !== undefined && (
            <>
              <span className="topic0-muted">{strings.headIs(number(head))}</span>
              {lasts
                .filter((count) => count <= head)
                .map((count) => (
                  <button
                    key={count.toString()}
                    type="button"
                    className="topic0-pill"
                    onClick={() => {
                      const patch = { rangeMode: 'last', last: count.toString(), lastUnit: 'blocks' } as const
                      form.edit('last', patch)
                    }}
                  >
                    {strings.lastBlocks(number(count))}
                  </button>
                ))}
              <button type="button" className="topic0-pill" onClick={() => setBlocks('')}>
                {strings.allBlocks}
              </button>
            </>
          )}
          {findDeployment && addresses.length > 0 && (
            <DeploymentButton
              // The result belongs to these contracts on this network only.
              key={[chainId, ...addresses].join()}
              addresses={addresses}
              find={findDeployment}
              onFound={(block) => setBlocks(block.toString())}
            />
          )}
        </div>
      )}
    </fieldset>
  )
}

interface BlockFieldProps {
  form: FilterForm
  field: 'fromBlock' | 'toBlock'
  head: bigint | undefined
  placeholder: string
}

function BlockField({ form, field, head, placeholder }: BlockFieldProps) {
  const strings = useStrings(filterStrings)
  const listId = useId()
  const text = form.draft[field]
  const parsed = parseBlockText(text, strings)
  const number = 'block' in parsed && !isBlockHash(text.trim()) ? parsed.block : undefined
  const block = typeof number === 'bigint' ? number : undefined
  const shown = block === undefined ? undefined : formatNumber(block, strings.locale)
  const hint =
    head !== undefined && block !== undefined && block > head
      ? strings.beyondHead(formatNumber(head, strings.locale))
      : shown !== undefined && shown !== text.trim() && <ReadAs text={shown} />
  return (
    <Field label={strings[field]} hint={hint} issue={form.issueAt(field)}>
      {(control) => (
        <>
          <TextInput {...{ form, control, field, placeholder }} list={listId} />
          <datalist id={listId}>
            {blockTags.map((tag) => (
              <option key={tag} value={tag}>
                {tag}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
