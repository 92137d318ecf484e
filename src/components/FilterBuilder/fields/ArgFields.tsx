'use client'
import type { AbiEvent, AbiParameter } from 'viem'
import type { ArgCondition } from '../../../logs/filter/ArgCondition.ts'
import { formatNumber } from '../../strings/formatNumber.ts'
import { useStrings } from '../../strings/useStrings.ts'
import { Field, type FieldControl } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { argName, ArgName } from '../../values/ArgName.tsx'
import { ChainText } from '../../values/ChainText.tsx'
import type { ConditionDraft } from '../draft/FilterDraft.ts'
import { filterStrings } from '../draft/filterStrings.ts'
import { canFilter, hasUnits, parseArgText } from '../draft/parseArgText.ts'
import type { FilterForm } from './FilterForm.ts'
import { ReadAs } from './TextInput.tsx'
import { UnitSelect } from './UnitSelect.tsx'

/** The arguments of one event, by type: those that nodes filter by, then those compared locally. */
export function ArgFields({ form, event }: { form: FilterForm; event: AbiEvent }) {
  const strings = useStrings(filterStrings)
  const all = event.inputs.map((input, arg) => ({ input, arg }))
  const indexed = all.filter(({ input }) => input.indexed)
  // Links and apps may also compare indexed arguments.
  const others = all.filter(({ input, arg }) => !input.indexed || `${arg}.0` in form.draft.conditions)
  const comparable = others.filter(({ input }) => canFilter(input))
  const left = others.filter(({ input }) => !canFilter(input))
  return (
    <>
      {indexed.length > 0 && (
        <fieldset className="topic0-group">
          <legend className="topic0-label">{strings.indexedArguments}</legend>
          <p className="topic0-field-note">{strings.argumentHelp}</p>
          {indexed.map(({ input, arg }, position) => (
            <IndexedField key={arg} {...{ form, input, arg, position }} />
          ))}
        </fieldset>
      )}
      {others.length > 0 && (
        <fieldset className="topic0-group">
          <legend className="topic0-label">{strings.otherArguments}</legend>
          <p className="topic0-field-note">{strings.conditionHelp}</p>
          {comparable.map(({ input, arg }) => (
            <ConditionFields key={arg} form={form} input={input} arg={arg} />
          ))}
          {left.length > 0 && (
            <p className="topic0-field-note">
              <ChainText
                text={strings.notFiltered(
                  left.map(({ input, arg }) => argName(input.name, arg, strings)).join(', '),
                )}
              />
            </p>
          )}
        </fieldset>
      )}
    </>
  )
}

function ArgLabel({ input, arg }: { input: AbiParameter; arg: number }) {
  return (
    <>
      <ArgName name={input.name} position={arg} /> <code className="topic0-muted">{input.type}</code>
    </>
  )
}

interface IndexedFieldProps {
  form: FilterForm
  input: AbiParameter
  /** Its position among all arguments. */
  arg: number
  /** Its position among the indexed ones. */
  position: number
}

function IndexedField({ form, input, arg, position }: IndexedFieldProps) {
  const strings = useStrings(filterStrings)
  const field = `args[${position}]`
  const text = form.draft.args[position] ?? ''
  const hashed = input.type === 'string' || input.type === 'bytes'
  const supported = canFilter(input)
  const help = hashed ? strings.argumentHashHelp : undefined
  const hint = supported ? help : strings.argumentUnsupported
  return (
    <Field
      label={<ArgLabel input={input} arg={arg} />}
      aside={
        hasUnits(input) && <UnitSelect form={form} field={field} name={argName(input.name, arg, strings)} />
      }
      hint={hint ?? <RawValue {...{ form, input, field, text }} />}
      issue={form.issueAt(field)}
    >
      {(control) => (
        <ValueControl
          {...{ form, input, control, field, text }}
          disabled={!supported}
          onEdit={(next) => form.edit(field, { args: { ...form.draft.args, [position]: next } })}
        />
      )}
    </Field>
  )
}

interface ConditionFieldsProps {
  form: FilterForm
  input: AbiParameter
  arg: number
}

/** The conditions on an argument. Numbers get a second one once the first is filled in. */
function ConditionFields({ form, input, arg }: ConditionFieldsProps) {
  const { conditions } = form.draft
  const number = isNumber(input)
  const [first] = comparisonsOf(input)
  const keys = [0, 1, 2, 3].map((count) => `${arg}.${count}`)
  const shown = keys.filter(
    (key, count) =>
      count === 0 || conditions[key] !== undefined || (number && count === 1 && conditions[keys[0]!]?.text),
  )
  return shown.map((key, count) => (
    <ConditionField
      key={key}
      {...{ form, input, arg }}
      field={`where[${key}]`}
      units={`where[${arg}]`}
      count={count}
      condition={conditions[key] ?? { is: count === 0 ? first : 'atMost', text: '' }}
      onEdit={(condition) => form.edit(`where[${key}]`, { conditions: { ...conditions, [key]: condition } })}
    />
  ))
}

const isNumber = ({ type }: AbiParameter) => /^u?int/.test(type)

/** How an argument can be compared, the usual way first. */
function comparisonsOf(input: AbiParameter): readonly [ArgCondition['is'], ...ArgCondition['is'][]] {
  if (isNumber(input)) return ['atLeast', 'atMost', 'anyOf']
  return input.type === 'string' ? ['contains', 'anyOf'] : ['anyOf']
}

interface ConditionFieldProps {
  form: FilterForm
  input: AbiParameter
  arg: number
  field: string
  /** The key of its unit, shared by all conditions of an argument. */
  units: string
  count: number
  condition: ConditionDraft
  onEdit: (condition: ConditionDraft) => void
}

function ConditionField(props: ConditionFieldProps) {
  const { form, input, arg, field, units, count, condition, onEdit } = props
  const strings = useStrings(filterStrings)
  const comparisons = comparisonsOf(input)
  const name = argName(input.name, arg, strings)
  return (
    <Field
      label={
        <>
          {count > 0 && <>{strings.and} </>}
          <ArgLabel input={input} arg={arg} />
        </>
      }
      aside={count === 0 && hasUnits(input) && <UnitSelect form={form} field={units} name={name} />}
      hint={<RawValue {...{ form, input }} field={units} text={condition.text} />}
      issue={form.issueAt(field)}
    >
      {(control) => (
        <div className="topic0-condition">
          {comparisons.length > 1 && (
            <Select
              aria-label={strings.comparisonOf(count > 0 ? `${name} (${count + 1})` : name)}
              value={condition.is}
              choices={comparisons.map((value) => ({ value, label: strings.comparisons[value] }))}
              onChange={(is) => onEdit({ ...condition, is })}
            />
          )}
          <ValueControl
            {...{ form, input, control, field }}
            text={condition.text}
            onEdit={(text) => onEdit({ ...condition, text })}
          />
        </div>
      )}
    </Field>
  )
}

interface ValueControlProps {
  form: FilterForm
  input: AbiParameter
  control: FieldControl
  field: string
  text: string
  disabled?: boolean
  onEdit: (text: string) => void
}

function ValueControl({ form, input, control, field, text, disabled, onEdit }: ValueControlProps) {
  const strings = useStrings(filterStrings)
  const onLeave = () => form.leave(field)
  if (input.type !== 'bool')
    return (
      <TextArea {...{ control, disabled, onEdit, onLeave }} value={text} placeholder={strings.anyValue} />
    )
  return (
    <Select
      {...{ ...control, disabled }}
      value={text}
      choices={['', 'true', 'false'].map((value) => ({ value, label: value || strings.anyValue }))}
      onChange={onEdit}
      onBlur={onLeave}
    />
  )
}

interface RawValueProps {
  form: FilterForm
  input: AbiParameter
  field: string
  text: string
}

/** A number as it is understood, in the smallest unit, if it was written differently. */
function RawValue({ form, input, field, text }: RawValueProps) {
  const strings = useStrings(filterStrings)
  if (text.trim() === '' || !/^u?int/.test(input.type)) return null
  const decimals = form.draft.decimals[field] ?? 0
  const parsed = parseArgText(input, text, { strings, contracts: form.contracts }, decimals)
  if ('problem' in parsed) return null
  const shown = parsed.values
    .map((value) => (typeof value === 'bigint' ? formatNumber(value, strings.locale) : String(value)))
    .join('; ')
  return shown === text.trim() ? null : <ReadAs text={shown} />
}
