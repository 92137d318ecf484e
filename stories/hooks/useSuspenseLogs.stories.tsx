import type { Meta, StoryObj } from '@storybook/react-vite'
import { Suspense } from 'react'
import { expect, waitFor } from 'storybook/test'
import { LogTable } from '../../src/components.ts'
import { useSuspenseLogs } from '../../src/index.ts'
import { hookStory } from '../support/hookStory.tsx'
import { token, transfer } from '../support/LiveChain.tsx'

function Transfers() {
  const logs = useSuspenseLogs({ address: token, event: transfer, order: 'desc', limit: 50, live: true })
  return <LogTable result={logs} style={{ height: 320 }} />
}

function Example() {
  return (
    <Suspense fallback={<p>Reading…</p>}>
      <Transfers />
    </Suspense>
  )
}

const meta = { title: 'Hooks/useSuspenseLogs', ...hookStory('useSuspenseLogs') } satisfies Meta

export default meta

/** The fallback is shown until all rows are read. Then the table is live. */
export const Live: StoryObj<typeof meta> = {
  render: () => <Example />,
  play: ({ canvas }) => waitFor(() => expect(canvas.getByRole('grid')).toBeVisible()),
}
