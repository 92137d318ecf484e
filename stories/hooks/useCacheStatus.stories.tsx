import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { useCacheStatus, useLogs } from '../../src/index.ts'
import { hookStory } from '../support/hookStory.tsx'
import { token, transfer } from '../support/LiveChain.tsx'

function Example() {
  const { storage, clear } = useCacheStatus()
  const logs = useLogs({ address: token, event: transfer, fromBlock: 0n })
  return (
    <>
      <p>
        {(logs.data?.length ?? 0).toLocaleString('en')} logs, cached{' '}
        {storage ? 'in the browser' : 'in memory'}. {storage?.notice?.shortMessage}
      </p>
      <button type="button" onClick={() => void clear()}>
        Clear the cache
      </button>
    </>
  )
}

const meta = { title: 'Hooks/useCacheStatus', ...hookStory('useCacheStatus') } satisfies Meta

export default meta

/** Whether cached logs outlive the page, and how to clear them. */
export const Live: StoryObj<typeof meta> = {
  render: () => <Example />,
  play: ({ canvas }) =>
    waitFor(() => expect(canvas.getByText(/^[1-9][\d,]* logs, cached in memory/)).toBeVisible()),
}
