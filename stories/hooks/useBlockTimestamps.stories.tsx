import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { Timestamp } from '../../src/components.ts'
import { useBlockTimestamps, useLogs } from '../../src/index.ts'
import { hookStory } from '../support/hookStory.tsx'
import { token, transfer } from '../support/LiveChain.tsx'

function Example() {
  const logs = useLogs({ address: token, event: transfer, order: 'desc', limit: 5 })
  const newest = logs.data?.toArray() ?? []
  const times = useBlockTimestamps({ blocks: newest.flatMap(({ blockHash }) => blockHash ?? []) })
  return (
    <ul>
      {newest.map((log) => {
        const seconds = log.blockHash && times.data.get(log.blockHash)
        return (
          <li key={`${log.blockHash}-${log.logIndex}`}>
            Block {log.blockNumber?.toLocaleString('en')}:{' '}
            {seconds ? <Timestamp seconds={seconds} format="utc" /> : '…'}
          </li>
        )
      })}
    </ul>
  )
}

const meta = { title: 'Hooks/useBlockTimestamps', ...hookStory('useBlockTimestamps') } satisfies Meta

export default meta

/** The times of the blocks of some logs. Known blocks cost no request. */
export const Live: StoryObj<typeof meta> = {
  render: () => <Example />,
  play: ({ canvas }) => waitFor(() => expect(canvas.getAllByRole('listitem')).toHaveLength(5)),
}
