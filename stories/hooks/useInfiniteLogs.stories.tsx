import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor } from 'storybook/test'
import { LogTable } from '../../src/components.ts'
import { useInfiniteLogs } from '../../src/index.ts'
import { hookStory } from '../support/hookStory.tsx'
import { token, transfer } from '../support/LiveChain.tsx'

function Example() {
  const logs = useInfiniteLogs({ address: token, event: transfer, pageSize: 20, live: true })
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = logs
  return (
    <>
      <LogTable result={logs} style={{ height: 320 }} />
      <ol aria-label="Pages">
        {data?.pages.map((page) => (
          <li key={String(page.range.from)}>{page.logs.length} transfers</li>
        ))}
      </ol>
      <button
        type="button"
        disabled={!hasNextPage || isFetchingNextPage}
        onClick={() => void fetchNextPage()}
      >
        Load older
      </button>
    </>
  )
}

const meta = { title: 'Hooks/useInfiniteLogs', ...hookStory('useInfiniteLogs') } satisfies Meta

export default meta

/** Each click reads a page of older logs. New blocks change the first page only. */
export const Live: StoryObj<typeof meta> = {
  render: () => <Example />,
  play: async ({ canvas }) => {
    const button = await canvas.findByRole('button', { name: 'Load older' })
    await waitFor(() => expect(button).toBeEnabled())
    await userEvent.click(button)
    await waitFor(() => expect(canvas.getAllByRole('listitem')).toHaveLength(2))
  },
}
