import type { ArgTypesEnhancer } from 'storybook/internal/types'

const withoutUndefined = (type: string) => type.replace(/ \| undefined$/, '').replace(/^\((.*)\)$/, '$1')

/** Whether a control can edit values of a type. For anything else the control would produce text instead of code. */
const isEditable = (type: string) => /^(boolean|string|number|('[^']*'( \| )?)+)$/.test(type)

/** Shows props in the docs as declared: the full type, and the default from the comment. */
export const describeArgs: ArgTypesEnhancer = ({ argTypes }) =>
  Object.fromEntries(
    Object.entries(argTypes).map(([name, argType]) => {
      const raw = argType.type?.raw
      if (!raw) return [name, argType]
      const type = withoutUndefined(raw)
      const [description = '', defaultValue] = (argType.description ?? '').split(/\s*@default\s+/)
      const isBoolean = type === 'boolean'
      return [
        name,
        {
          ...argType,
          description,
          ...(isBoolean ? { control: { type: 'boolean' } } : !isEditable(type) && { control: false }),
          table: {
            ...argType.table,
            type: { summary: type },
            ...(defaultValue && { defaultValue: { summary: defaultValue } }),
          },
        },
      ]
    }),
  )
