import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { useLogs, useLogTransaction } from '../../src/index.ts'
import { hookStory } from '../support/hookStory.tsx'

function Example() {
  const logs = useLogs({ fromBlock: 'latest-50', limit: 1, order: 'desc' })
  const log = logs.data?.at(0)
  return log ? <Transaction hash={log.transactionHash} /> : <p>Reading…</p>
}

function Transaction({ hash }: { hash: `0x${string}` }) {
  const { data, error, isFetching, refetch } = useLogTransaction({ hash })
  return (
    <>
      <p>
        {error
          ? error.message
          : data
            ? `${data.status}, ${data.logs.length} logs`
            : data === null
              ? 'Unknown transaction.'
              : 'Not read yet.'}
      </p>
      <button type="button" disabled={isFetching} onClick={() => void refetch()}>
        Show the transaction
      </button>
    </>
  )
}

const meta = { title: 'Hooks/useLogTransaction', ...hookStory('useLogTransaction') } satisfies Meta

export default meta

/** The transaction around a log, on request. */
export const Live: StoryObj<typeof meta> = {
  render: () => <Example />,
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Show the transaction' })).toBeEnabled()
  },
}
