import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { LogTable } from '../../src/components.ts'
import { useLogFilter } from '../../src/index.ts'
import { hookStory } from '../support/hookStory.tsx'
import { token, transfer } from '../support/LiveChain.tsx'

function Example() {
  const filter = useLogFilter({ address: token, event: transfer, pollingInterval: 1_000 })
  return (
    <>
      <p>
        Filter {filter.filterId ?? '…'} on {filter.endpoint ?? '…'} ({filter.status}): {filter.data.length}{' '}
        transfers since it was created.
      </p>
      {filter.data.length > 0 && <LogTable logs={filter.data} />}
    </>
  )
}

const meta = { title: 'Hooks/useLogFilter', ...hookStory('useLogFilter') } satisfies Meta

export default meta

/** A filter on the node (`eth_newFilter`). It starts empty and collects new logs. */
export const Live: StoryObj<typeof meta> = {
  render: () => <Example />,
  play: ({ canvas }) => waitFor(() => expect(canvas.getByText(/^Filter 0x/)).toBeVisible()),
}
