import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { useLogs, useLogsExport } from '../../src/index.ts'
import { hookStory } from '../support/hookStory.tsx'
import { token, transfer } from '../support/LiveChain.tsx'

function Example() {
  const logs = useLogs({ address: token, event: transfer, fromBlock: 0n })
  const { job, start } = useLogsExport()
  return (
    <>
      <button
        type="button"
        disabled={!logs.data}
        onClick={() => logs.data && start({ logs: logs.data, format: 'csv', fileName: 'transfers' })}
      >
        Save {(logs.data?.length ?? 0).toLocaleString('en')} transfers as CSV
      </button>
      <p>{job ? `Export: ${job.status}` : 'Nothing exported yet.'}</p>
    </>
  )
}

const meta = { title: 'Hooks/useLogsExport', ...hookStory('useLogsExport') } satisfies Meta

export default meta

/** Streams logs into a file. */
export const Live: StoryObj<typeof meta> = {
  render: () => <Example />,
  play: ({ canvas }) => waitFor(() => expect(canvas.getByRole('button', { name: /[1-9]/ })).toBeEnabled()),
}
