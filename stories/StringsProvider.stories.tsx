import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { BlockHistogram } from '../src/components/BlockHistogram/BlockHistogram.tsx'
import { ExportMenu } from '../src/components/ExportMenu/ExportMenu.tsx'
import { FilterBuilder } from '../src/components/FilterBuilder/FilterBuilder.tsx'
import { StringsProvider } from '../src/components/locales/StringsProvider.tsx'
import { LogDetails } from '../src/components/LogDetails/LogDetails.tsx'
import { LogGroups } from '../src/components/LogGroups/LogGroups.tsx'
import { LogTable } from '../src/components/LogTable/LogTable.tsx'
import { QueryCode } from '../src/components/QueryCode/QueryCode.tsx'
import { ScanConfirmation } from '../src/components/ScanEstimate/ScanConfirmation.tsx'
import { ScanEstimate } from '../src/components/ScanEstimate/ScanEstimate.tsx'
import { BudgetMeter } from '../src/components/status/BudgetMeter.tsx'
import { LiveStatus } from '../src/components/status/LiveStatus.tsx'
import { NetworkStatus } from '../src/components/status/NetworkStatus.tsx'
import { ScanProgress } from '../src/components/status/ScanProgress.tsx'
import type { ScanEstimate as Estimate } from '../src/logs/scan/estimate/ScanEstimate.ts'
import { german } from '../src/strings/de.ts'
import { labels, seededLogs, token } from './support/seededLogs.ts'

const verified = { from: 18_400_000n, to: 18_400_099n }
const coverage = {
  verified: [verified],
  trimmed: [],
  pending: [{ from: 18_400_100n, to: 18_400_149n }],
  failed: [{ range: { from: 18_400_150n, to: 18_400_150n }, error: new Error('timeout') }],
}
const logs = seededLogs(400)

const meta = {
  title: 'Components/strings/StringsProvider',
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

/** German: `import { german } from 'topic0/strings/de'`. */
export const German: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getAllByRole('columnheader', { name: /^Vertrag/ })).toHaveLength(2)
    await expect(canvas.getByRole('slider', { name: 'Logs nach Block' })).toBeVisible()
    await expect(canvas.getByRole('combobox', { name: 'Gruppieren nach' })).toBeVisible()
  },
}

const now = Date.UTC(2026, 10, 21, 9, 30)
const estimate: Estimate = {
  blocks: 1_250_000n,
  missingBlocks: 1_210_000n,
  requests: { low: 126, high: 2_400 },
  seconds: { low: 2.4, high: 140 },
  share: { low: 0.0126, high: 0.24 },
  exceedsBudget: true,
  density: 'unknown',
  basis: {
    logsPerBlock: undefined,
    blockRange: 10_000,
    results: undefined,
    latency: 180,
    endpoints: 5,
    remaining: 900,
  },
}

/** The smaller components, in German. */
export const GermanParts: Story = {
  args: {
    children: (
      <div style={{ display: 'grid', gap: '1.5rem', maxInlineSize: '30rem' }}>
        <LiveStatus
          live={{ status: 'degraded', source: 'polling', pollingInterval: 12_000, lastUpdated: now }}
          reorg={{ from: 18_400_150n, removed: 1 }}
          now={now}
          onSwitch={() => {}}
        />
        <BudgetMeter
          budget={{ used: 10_000, quota: 10_000, resetsAt: now + 5 * 3_600_000 }}
          now={now}
          onIgnoreBudget={() => {}}
        />
        <NetworkStatus
          now={now}
          endpoints={[
            {
              name: 'rpc.xone.org',
              type: 'http',
              state: 'paused',
              head: 12_345_678n,
              latency: 1_084,
              limits: { blockRange: 10_000, rate: 25 },
              learnedLimits: [
                { limit: 'blockRange', value: 10_000, learnedAt: now - 125_000, details: undefined },
                { limit: 'rate', value: 25, learnedAt: now - 3 * 3_600_000, details: undefined },
              ],
              unavailable: [{ method: 'eth_newFilter', until: now + 600_000, details: undefined }],
              rejected: 12,
              resumesAt: now + 42_000,
              error: undefined,
            },
          ]}
        />
        <ScanEstimate estimate={estimate} />
        <ExportMenu counts={{ all: 400 }} onExport={() => {}} />
        <QueryCode query={{ address: token, fromBlock: 18_000_000n }} onOpen={() => {}} />
        <ScanConfirmation estimate={estimate} onConfirm={() => {}} onDismiss={() => {}} />
      </div>
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alertdialog', { name: 'Abfrage starten?' })).toBeVisible()
    await expect(canvas.getByRole('meter', { name: 'Heutiges Budget' })).toHaveAttribute(
      'aria-valuetext',
      '10.000 von 10.000 Anfragen',
    )
  },
}

/** Some words replaced, the rest unchanged. */
export const OwnWords: Story = {
  args: {
    strings: { contract: 'Coin', event: 'What happened' },
    children: <LogTable logs={logs} labels={labels} />,
  },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('columnheader', { name: 'Coin' })).toBeVisible()
  },
}

/** Right to left; hashes keep their direction. */
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
