import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { useBlockNumber } from '../../src/index.ts'
import { hookStory } from '../support/hookStory.tsx'

function Example() {
  const { data: head } = useBlockNumber({ watch: true, pollingInterval: 1_000 })
  return <p>Newest block: {head === undefined ? '…' : head.toLocaleString('en')}</p>
}

const meta = { title: 'Hooks/useBlockNumber', ...hookStory('useBlockNumber') } satisfies Meta

export default meta

/** The newest block number, polled every second. */
export const Live: StoryObj<typeof meta> = {
  render: () => <Example />,
  play: ({ canvas }) => waitFor(() => expect(canvas.getByText(/^Newest block: [12],/)).toBeVisible()),
}
