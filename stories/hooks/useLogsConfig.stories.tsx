import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { useLogsConfig } from '../../src/index.ts'
import { hookStory } from '../support/hookStory.tsx'

function Example() {
  const config = useLogsConfig()
  return (
    <ul>
      {config.networks.map(({ id, name }) => (
        <li key={id}>
          {name} ({id})
        </li>
      ))}
    </ul>
  )
}

const meta = { title: 'Hooks/useLogsConfig', ...hookStory('useLogsConfig') } satisfies Meta

export default meta

/** The config of the nearest `LogsProvider`. */
export const Live: StoryObj<typeof meta> = {
  render: () => <Example />,
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/3721/)).toBeVisible()
  },
}
