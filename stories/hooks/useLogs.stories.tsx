import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { LogTable } from '../../src/components.ts'
import { useLogs } from '../../src/index.ts'
import { hookStory } from '../support/hookStory.tsx'
import { token, transfer } from '../support/LiveChain.tsx'

function Example() {
  const logs = useLogs({ address: token, event: transfer, order: 'desc', limit: 500, live: true })
  return <LogTable result={logs} />
}

const meta = { title: 'Hooks/useLogs', ...hookStory('useLogs') } satisfies Meta

export default meta

/** The newest 500 transfers of a token. New ones arrive with each block. */
export const Live: StoryObj<typeof meta> = {
  render: () => <Example />,
  play: ({ canvas }) => waitFor(() => expect(canvas.getAllByRole('row').length).toBeGreaterThan(2)),
}
