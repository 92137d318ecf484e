import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { BlockHistogram } from '../src/components/BlockHistogram/BlockHistogram.tsx'
import { FilterBuilder } from '../src/components/FilterBuilder/FilterBuilder.tsx'
import { german } from '../src/components/german.ts'
import { LogDetails } from '../src/components/LogDetails/LogDetails.tsx'
import { LogGroups } from '../src/components/LogGroups/LogGroups.tsx'
import { LogTable } from '../src/components/LogTable/LogTable.tsx'
import { ScanProgress } from '../src/components/ScanProgress.tsx'
import { StringsProvider } from '../src/components/StringsProvider.tsx'
import { labels, seededLogs } from './support/seededLogs.ts'

const verified = { from: 18_400_000n, to: 18_400_099n }
const coverage = {
  verified: [verified],
  pending: [{ from: 18_400_100n, to: 18_400_149n }],
  failed: [{ range: { from: 18_400_150n, to: 18_400_150n }, error: new Error('timeout') }],
}
const logs = seededLogs(400)

const meta = {
  component: StringsProvider,
  args: {
    strings: german,
    children: (
      <div style={{ display: 'grid', gap: '1.5rem' }}>
        <ScanProgress coverage={coverage} logs={400} onCancel={() => {}} />
        <BlockHistogram logs={logs} coverage={coverage} />
        <LogGroups logs={logs} labels={labels} limit={5} />
        <LogTable logs={logs} labels={labels} coverage={coverage} style={{ blockSize: '24rem' }} />
        <LogDetails log={logs.at(0)!} labels={labels} />
        <FilterBuilder head={18_400_150n} onSubmit={() => {}} />
      </div>
    ),
  },
} satisfies Meta<typeof StringsProvider>

export default meta
type Story = StoryObj<typeof meta>

/** The language that is shipped beside English: `import { german } from 'topic0/components'`. */
export const German: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getAllByRole('columnheader', { name: /^Vertrag/ })).toHaveLength(2)
    await expect(canvas.getByRole('slider', { name: 'Logs nach Blöcken' })).toBeVisible()
    await expect(canvas.getByRole('combobox', { name: 'Gruppieren nach' })).toBeVisible()
  },
}

/** Some words of your own; the others stay. */
export const OwnWords: Story = {
  args: {
    strings: { contract: 'Coin', event: 'What happened' },
    children: <LogTable logs={logs} labels={labels} />,
  },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('columnheader', { name: 'Coin' })).toBeVisible()
  },
}

/** From right to left; hashes keep their own direction. */
export const RightToLeft: Story = {
  args: { strings: {} },
  decorators: [
    (Story) => (
      <div dir="rtl">
        <Story />
      </div>
    ),
  ],
}

export const Narrow: Story = { parameters: { width: 360 } }
