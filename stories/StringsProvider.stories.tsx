import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { LogTable } from '../src/components/LogTable/LogTable.tsx'
import { StringsProvider } from '../src/components/StringsProvider.tsx'
import { labels, seededLogs } from './support/seededLogs.ts'

const meta = {
  component: StringsProvider,
  args: {
    strings: {
      locale: 'de',
      logs: 'Logs',
      block: 'Block',
      time: 'Zeit (UTC)',
      contract: 'Vertrag',
      event: 'Ereignis',
      transaction: 'Transaktion',
      unknownEvent: 'Unbekanntes Ereignis',
      bytes: (count) => `${count} Bytes Daten`,
    },
    children: <LogTable logs={seededLogs(20)} labels={labels} />,
  },
} satisfies Meta<typeof StringsProvider>

export default meta
type Story = StoryObj<typeof meta>

export const German: Story = {
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('columnheader', { name: 'Vertrag' })).toBeVisible()
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
