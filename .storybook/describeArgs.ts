import type { ArgTypesEnhancer } from 'storybook/internal/types'

const withoutUndefined = (type: string) => type.replace(/ \| undefined$/, '').replace(/^\((.*)\)$/, '$1')

/** Values that a control can edit: the rest is code, and its control would take text for it. */
const isEditable = (type: string) => /^(boolean|string|number|('[^']*'( \| )?)+)$/.test(type)

/** Shows props in the docs as they are written: the type in full, and the default that the comment names. */
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
