'use client'
import type { AbiEvent, AbiParameter } from 'viem'
import { ChainText } from '../ChainText.tsx'
import { useStrings } from '../useStrings.ts'
import { Field } from './Field.tsx'
import type { FieldControl } from './Field.tsx'
import type { FilterForm } from './FilterForm.ts'
import { canFilter } from './parseArgText.ts'

/** The indexed arguments of one event, each by its type. */
export function ArgFields({ form, event }: { form: FilterForm; event: AbiEvent }) {
  const strings = useStrings()
  const inputs = event.inputs.filter((input) => input.indexed).map((input, position) => ({ input, position }))
  const others = event.inputs.filter((input) => !input.indexed)
  return (
    <fieldset className="topic0-group">
      <legend className="topic0-label">{strings.indexedArguments}</legend>
      {inputs.length > 0 && <p className="topic0-field-note">{strings.argumentHelp}</p>}
      {inputs.map(({ input, position }) => (
        <ArgField key={position} form={form} input={input} position={position} />
      ))}
      {others.length > 0 && (
        <p className="topic0-field-note">
          <ChainText text={strings.notFiltered(others.map(({ name, type }) => name || type).join(', '))} />
        </p>
      )}
    </fieldset>
  )
}

interface ArgFieldProps {
  form: FilterForm
  input: AbiParameter
  position: number
}

function ArgField({ form, input, position }: ArgFieldProps) {
  const strings = useStrings()
  const hashed = input.type === 'string' || input.type === 'bytes'
  const supported = canFilter(input)
  return (
    <Field
      label={
        <>
          {input.name ? <ChainText text={input.name} /> : <em>{strings.unnamed}</em>}{' '}
          <code className="topic0-muted">{input.type}</code>
        </>
      }
      hint={!supported ? strings.argumentUnsupported : hashed ? strings.argumentHashHelp : undefined}
      issue={form.issueAt(`args[${position}]`)}
    >
      {(control) => <ArgControl {...{ form, input, position, control, disabled: !supported }} />}
    </Field>
  )
}

function ArgControl(props: ArgFieldProps & { control: FieldControl; disabled: boolean }) {
  const { form, input, position, control, disabled } = props
  const strings = useStrings()
  const field = `args[${position}]`
  const shared = {
    ...control,
    disabled,
    value: form.draft.args[position] ?? '',
    onChange: (event: { target: { value: string } }) =>
      form.dispatch({ type: 'editArg', position, text: event.target.value }),
    onBlur: () => form.dispatch({ type: 'leave', field }),
  }
  if (input.type === 'bool')
    return (
      <select {...shared} className="topic0-select">
        <option value="">{strings.anyValue}</option>
        <option value="true">true</option>
        <option value="false">false</option>
      </select>
    )
  return (
    <textarea
      {...shared}
      className="topic0-input"
      data-mono
      rows={1}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      placeholder={strings.anyValue}
    />
  )
}
