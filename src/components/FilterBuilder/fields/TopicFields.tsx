'use client'
import { useStrings } from '../../strings/useStrings.ts'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import type { TopicDraft } from '../draft/FilterDraft.ts'
import { filterStrings } from '../draft/filterStrings.ts'
import type { FilterForm } from './FilterForm.ts'

/** The fields for the four raw topics. */
export function TopicFields({ form }: { form: FilterForm }) {
  const strings = useStrings(filterStrings)
  const { topics } = form.draft
  const edit = (position: number, patch: Partial<TopicDraft>) =>
    form.edit(`topics[${position}]`, {
      topics: topics.map((topic, at) => (at === position ? { ...topic, ...patch } : topic)),
    })
  return (
    <fieldset className="topic0-group">
      <legend className="topic0-visually-hidden">{strings.rawTopics}</legend>
      <p className="topic0-field-note">{strings.topicsHelp}</p>
      {[...topics.entries()].map(([position, topic]) => (
        <div key={position} className="topic0-topic">
          <Field label={strings.topic(position)}>
            {(control) => (
              <Select
                {...control}
                value={topic.mode}
                choices={[
                  { value: 'unset', label: strings.topicUnset },
                  { value: 'any', label: strings.topicAny },
                  { value: 'values', label: strings.topicValues },
                ]}
                onChange={(mode) => edit(position, { mode })}
              />
            )}
          </Field>
          {topic.mode === 'values' && (
            <Field label={strings.topicValue(position)} issue={form.issueAt(`topics[${position}]`)}>
              {(control) => (
                <TextArea
                  control={control}
                  placeholder="0x…"
                  value={topic.text}
                  onEdit={(text) => edit(position, { text })}
                  onLeave={() => form.leave(`topics[${position}]`)}
                />
              )}
            </Field>
          )}
        </div>
      ))}
    </fieldset>
  )
}
