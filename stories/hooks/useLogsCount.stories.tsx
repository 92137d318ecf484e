import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { useLogs, useLogsCount } from '../../src/index.ts'
import { hookStory } from '../support/hookStory.tsx'
import { token, transfer } from '../support/LiveChain.tsx'

function Example() {
  const query = { address: token, event: transfer, fromBlock: 0n, toBlock: 'finalized' } as const
  const { isSuccess } = useLogs(query)
  // Without an archive, only cached blocks can be counted: it counts once they have been read.
  const { data } = useLogsCount({ ...query, query: { enabled: isSuccess } })
  if (!data?.blocks) return <p>Counting…</p>
  return (
    <p>
      {data.logs.toLocaleString('en')} logs in {data.blocks.toLocaleString('en')} blocks
    </p>
  )
}

const meta = { title: 'Hooks/useLogsCount', ...hookStory('useLogsCount') } satisfies Meta

export default meta

/** Counts the logs of cached blocks, without reading them again. */
export const Live: StoryObj<typeof meta> = {
  render: () => <Example />,
  play: ({ canvas }) =>
    waitFor(() => expect(canvas.getByText(/^[1-9][\d,]* logs in [1-9][\d,]* blocks/)).toBeVisible()),
}
