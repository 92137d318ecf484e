import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { NetworkSelect } from '../../src/components.ts'
import { useBlockNumber, useNetwork } from '../../src/index.ts'
import { hookStory } from '../support/hookStory.tsx'

function Example() {
  const { network, networks, switchNetwork } = useNetwork()
  const { data: head } = useBlockNumber()
  return (
    <>
      <NetworkSelect networks={networks} value={network.id} onChange={switchNetwork} />
      <p>
        {network.name} has chain id {network.id}. Newest block: {head?.toLocaleString('en') ?? '…'}
      </p>
    </>
  )
}

const meta = { title: 'Hooks/useNetwork', ...hookStory('useNetwork') } satisfies Meta

export default meta

/** The current network, and how to switch. Every hook without a `chainId` follows. */
export const Live: StoryObj<typeof meta> = {
  render: () => <Example />,
  play: ({ canvas }) => waitFor(() => expect(canvas.getByText(/chain id 3721/)).toBeVisible()),
}
