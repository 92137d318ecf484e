'use client'
import { useStrings } from '../../strings/useStrings.ts'
import { Field } from '../../ui/Field.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import type { TopicDraft } from '../draft/FilterDraft.ts'
import { filterStrings } from '../draft/filterStrings.ts'
import type { FilterForm } from './FilterForm.ts'

/** The fields for the four raw topics. */
export function TopicFields({ form }: { form: FilterForm }) {
  const strings = useStrings(filterStrings)
  const topics = form.draft.topics.map((topic, position) => ({ topic, position }))
  return (
    <fieldset className="topic0-group">
      <legend className="topic0-visually-hidden">{strings.rawTopics}</legend>
      <p className="topic0-field-note">{strings.topicsHelp}</p>
      {topics.map(({ topic, position }) => (
        <div key={position} className="topic0-topic">
          <Field label={strings.topic(position)}>
            {(control) => (
              <select
                {...control}
                className="topic0-select"
                value={topic.mode}
                onChange={(event) =>
                  form.dispatch({
                    type: 'editTopic',
                    position,
                    patch: { mode: event.target.value as TopicDraft['mode'] },
                  })
                }
              >
                <option value="unset">{strings.topicUnset}</option>
                <option value="any">{strings.topicAny}</option>
                <option value="values">{strings.topicValues}</option>
              </select>
            )}
          </Field>
          {topic.mode === 'values' && (
            <Field label={strings.topicValue(position)} issue={form.issueAt(`topics[${position}]`)}>
              {(control) => (
                <TextArea
                  control={control}
                  placeholder="0x…"
                  value={topic.text}
                  onEdit={(text) => form.dispatch({ type: 'editTopic', position, patch: { text } })}
                  onLeave={() => form.dispatch({ type: 'leave', field: `topics[${position}]` })}
                />
              )}
            </Field>
          )}
        </div>
      ))}
    </fieldset>
  )
}
