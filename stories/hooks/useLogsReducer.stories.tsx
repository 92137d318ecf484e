import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { formatUnits } from 'viem'
import { useLogsReducer } from '../../src/index.ts'
import { token, transfer } from '../support/LiveChain.tsx'
import { hookStory } from '../support/hookStory.tsx'

const noSums = new Map<string, bigint>()

function Example() {
  const { state: received, isReduced } = useLogsReducer({
    address: token,
    event: transfer,
    live: true,
    initial: noSums,
    reduce: (before, logs) => {
      const next = new Map(before)
      for (const { args } of logs) next.set(args.to, (next.get(args.to) ?? 0n) + args.value)
      return next
    },
  })
  const most = [...received].sort(([, a], [, b]) => (a > b ? -1 : 1)).slice(0, 5)
  return (
    <table aria-busy={!isReduced}>
      <caption>Most received</caption>
      <thead>
        <tr>
          <th>Account</th>
          <th>Tokens</th>
        </tr>
      </thead>
      <tbody>
        {most.map(([account, value]) => (
          <tr key={account}>
            <td>{account.slice(0, 10)}…</td>
            <td>{formatUnits(value, 18)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const meta = { title: 'Hooks/useLogsReducer', ...hookStory('useLogsReducer') } satisfies Meta

export default meta

/** Sums of what accounts received, kept up to date while blocks arrive. */
export const Live: StoryObj<typeof meta> = {
  render: () => <Example />,
  play: ({ canvas }) => waitFor(() => expect(canvas.getAllByRole('row').length).toBeGreaterThan(2)),
}
