import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import type { Address } from 'viem'
import { Address as AddressText } from '../../src/components.ts'
import { useLogsReducer } from '../../src/index.ts'
import { hookStory } from '../support/hookStory.tsx'
import { token, transfer } from '../support/LiveChain.tsx'

const noCounts: ReadonlyMap<Address, number> = new Map()

function Example() {
  const { state: counts, isReduced } = useLogsReducer({
    address: token,
    event: transfer,
    live: true,
    initial: noCounts,
    reduce: (before, logs) => {
      const next = new Map(before)
      for (const { args } of logs) next.set(args.to, (next.get(args.to) ?? 0) + 1)
      return next
    },
  })
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, 5)
  return (
    <ol aria-label="Received most often" aria-busy={!isReduced} style={{ inlineSize: 'min(36rem, 100%)' }}>
      {most.map(([account, count]) => (
        <li key={account}>
          <span
            style={{ display: 'flex', alignItems: 'baseline', gap: '1rem', justifyContent: 'space-between' }}
          >
            <AddressText address={account} style={{ minWidth: 0 }} />
            <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>{count} times</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

const meta = { title: 'Hooks/useLogsReducer', ...hookStory('useLogsReducer') } satisfies Meta

export default meta

/** The accounts that received most often, kept up to date while blocks arrive. */
export const Live: StoryObj<typeof meta> = {
  render: () => <Example />,
  play: ({ canvas }) => waitFor(() => expect(canvas.getAllByRole('listitem')).toHaveLength(5)),
}
