import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { ScanEstimate } from '../../src/components.ts'
import { useScanEstimate } from '../../src/index.ts'
import { hookStory } from '../support/hookStory.tsx'
import { token, transfer } from '../support/LiveChain.tsx'

function Example() {
  const { data: estimate } = useScanEstimate({ address: token, event: transfer, fromBlock: 0n })
  return <ScanEstimate estimate={estimate} />
}

const meta = { title: 'Hooks/useScanEstimate', ...hookStory('useScanEstimate') } satisfies Meta

export default meta

/** What a scan would cost, before it runs. */
export const Live: StoryObj<typeof meta> = {
  render: () => <Example />,
  play: ({ canvas }) => waitFor(() => expect(canvas.getByText(/requests?/)).toBeVisible()),
}
