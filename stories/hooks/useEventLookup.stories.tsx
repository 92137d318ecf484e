import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { signatureLookup, useEventLookup, useLogs } from '../../src/index.ts'
import { hookStory } from '../support/hookStory.tsx'
import { token } from '../support/LiveChain.tsx'

const lookups = [signatureLookup()]

function Example() {
  const logs = useLogs({ address: token, order: 'desc', limit: 1 })
  const { events, lookUp, isFetching, error } = useEventLookup({ log: logs.data?.at(0), lookups })
  return (
    <>
      <p>
        {events.length > 0 ? events.map(({ name }) => name).join(', ') : 'Event of this log: not looked up.'}
      </p>
      <button type="button" disabled={isFetching} onClick={lookUp}>
        Look up the event
      </button>
      {error && <p>{error.message}</p>}
    </>
  )
}

const meta = { title: 'Hooks/useEventLookup', ...hookStory('useEventLookup') } satisfies Meta

export default meta

/** Asks a public signature database which event a log is, when the button is pressed. */
export const Live: StoryObj<typeof meta> = {
  render: () => <Example />,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Look up the event' })).toBeEnabled()
  },
}
