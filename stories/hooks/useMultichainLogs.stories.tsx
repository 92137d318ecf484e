import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { LogTable } from '../../src/components.ts'
import { useMultichainLogs, xone, xoneTestnet } from '../../src/index.ts'
import { hookStory } from '../support/hookStory.tsx'
import { token, transfer } from '../support/LiveChain.tsx'

function Example() {
  const logs = useMultichainLogs({
    chainIds: [xone.id, xoneTestnet.id],
    address: { [xone.id]: token, [xoneTestnet.id]: token },
    event: transfer,
    fromBlock: 'latest-20',
    order: 'desc',
    live: true,
  })
  return (
    <>
      <LogTable result={logs} style={{ height: 320 }} />
      <ul aria-label="Networks">
        {logs.chains.map(({ chainId, name, data }) => (
          <li key={chainId}>
            {name}: {data?.length ?? 0} transfers
          </li>
        ))}
      </ul>
    </>
  )
}

const meta = { title: 'Hooks/useMultichainLogs', ...hookStory('useMultichainLogs') } satisfies Meta

export default meta

/** Two networks in one table, in order of time. */
export const Live: StoryObj<typeof meta> = {
  render: () => <Example />,
  play: async ({ canvas }) => {
    await canvas.findByRole('columnheader', { name: 'Network' })
    for (const { name } of [xone, xoneTestnet])
      await waitFor(() => expect(canvas.getAllByRole('gridcell', { name }).length).toBeGreaterThan(0))
  },
}
