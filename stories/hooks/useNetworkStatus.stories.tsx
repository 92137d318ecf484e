import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { NetworkStatus } from '../../src/components.ts'
import { useLogs, useNetworkStatus } from '../../src/index.ts'
import { hookStory } from '../support/hookStory.tsx'
import { token, transfer } from '../support/LiveChain.tsx'

function Example() {
  const { endpoints, budget } = useNetworkStatus()
  // Something to send: the status itself causes no requests.
  useLogs({ address: token, event: transfer, fromBlock: 0n })
  return (
    <>
      <p>{budget.used} requests today</p>
      <NetworkStatus endpoints={endpoints} />
    </>
  )
}

const meta = { title: 'Hooks/useNetworkStatus', ...hookStory('useNetworkStatus') } satisfies Meta

export default meta

/** What the endpoints have shown: newest block, latency, learned limits. It sends nothing. */
export const Live: StoryObj<typeof meta> = {
  render: () => <Example />,
  play: ({ canvas }) => waitFor(() => expect(canvas.getByText(/^[1-9]\d* requests today$/)).toBeVisible()),
}
