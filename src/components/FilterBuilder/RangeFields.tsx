'use client'
import { useId } from 'react'
import { formatNumber } from '../formatNumber.ts'
import { useStrings } from '../useStrings.ts'
import { ChoiceGroup } from './ChoiceGroup.tsx'
import { Field } from './Field.tsx'
import type { FilterForm } from './FilterForm.ts'
import { blockTags, parseBlockText } from './parseBlockText.ts'

const lasts = [1_000n, 10_000n, 100_000n]

/** Where to look: between two blocks, by number or tag, or in one block by its hash. */
export function RangeFields({ form, head }: { form: FilterForm; head: bigint | undefined }) {
  const { draft, dispatch, issueAt } = form
  const strings = useStrings()
  const number = (value: bigint) => formatNumber(value, strings.locale)
  const setBlocks = (fromBlock: string) =>
    dispatch({ type: 'edit', field: 'fromBlock', patch: { rangeMode: 'blocks', fromBlock, toBlock: '' } })
  return (
    <fieldset className="topic0-group">
      <legend className="topic0-label">{strings.range}</legend>
      <ChoiceGroup
        label={strings.range}
        value={draft.rangeMode}
        choices={[
          { value: 'blocks', label: strings.byBlocks },
          { value: 'hash', label: strings.byBlockHash },
        ]}
        onChange={(rangeMode) => dispatch({ type: 'edit', field: 'blockHash', patch: { rangeMode } })}
      />
      {draft.rangeMode === 'hash' ? (
        <Field label={strings.blockHash} issue={issueAt('blockHash')}>
          {(control) => (
            <input
              {...control}
              className="topic0-input"
              data-mono
              spellCheck={false}
              autoComplete="off"
              placeholder="0x…"
              value={draft.blockHash}
              onChange={(event) =>
                dispatch({ type: 'edit', field: 'blockHash', patch: { blockHash: event.target.value } })
              }
              onBlur={() => dispatch({ type: 'leave', field: 'blockHash' })}
            />
          )}
        </Field>
      ) : (
        <>
          <div className="topic0-pair">
            <BlockField form={form} field="fromBlock" head={head} placeholder="earliest" />
            <BlockField form={form} field="toBlock" head={head} placeholder="latest" />
          </div>
          {head !== undefined && (
            <div className="topic0-shortcuts">
              <span className="topic0-muted">{strings.headIs(number(head))}</span>
              {lasts
                .filter((count) => count <= head)
                .map((count) => (
                  <button
                    key={count.toString()}
                    type="button"
                    className="topic0-pill"
                    onClick={() => setBlocks((head - count + 1n).toString())}
                  >
                    {strings.lastBlocks(number(count))}
                  </button>
                ))}
              <button type="button" className="topic0-pill" onClick={() => setBlocks('')}>
                {strings.allBlocks}
              </button>
            </div>
          )}
        </>
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
  const strings = useStrings()
  const listId = useId()
  const text = form.draft[field]
  const parsed = parseBlockText(text, strings.issues)
  const beyond =
    head !== undefined && 'block' in parsed && typeof parsed.block === 'bigint' && parsed.block > head
  return (
    <Field
      label={strings[field]}
      hint={beyond ? strings.beyondHead(formatNumber(head, strings.locale)) : undefined}
      issue={form.issueAt(field)}
    >
      {(control) => (
        <>
          <input
            {...control}
            className="topic0-input"
            data-mono
            list={listId}
            spellCheck={false}
            autoComplete="off"
            placeholder={placeholder}
            value={text}
            onChange={(event) =>
              form.dispatch({ type: 'edit', field, patch: { [field]: event.target.value } })
            }
            onBlur={() => form.dispatch({ type: 'leave', field })}
          />
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
