import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { Address } from '../../src/components/values/Address.tsx'
import { useImplementation } from '../../src/index.ts'
import { hookStory } from '../support/hookStory.tsx'
import { token } from '../support/LiveChain.tsx'

function Example() {
  const { data: implementation, refetch, isFetching } = useImplementation({ address: token })
  return (
    <>
      <p>
        {implementation === undefined ? (
          'Not checked yet.'
        ) : implementation === null ? (
          'This contract is not a known proxy.'
        ) : (
          <Address address={implementation} />
        )}
      </p>
      <button type="button" disabled={isFetching} onClick={() => void refetch()}>
        Check for a proxy
      </button>
    </>
  )
}

const meta = { title: 'Hooks/useImplementation', ...hookStory('useImplementation') } satisfies Meta

export default meta

/** Whether a contract is a proxy, and of which implementation. */
export const Live: StoryObj<typeof meta> = {
  render: () => <Example />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'))
    await waitFor(() => expect(canvas.getByTitle(/^0x[0-9a-f]{40}$/i)).toBeVisible())
  },
}
