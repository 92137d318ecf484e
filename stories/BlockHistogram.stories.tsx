import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, userEvent, within } from 'storybook/test'
import type { Hash } from 'viem'
import { BlockHistogram } from '../src/components/BlockHistogram/BlockHistogram.tsx'
import { NodeError } from '../src/errors/NodeError.ts'
import { packLogs } from '../src/logs/columns/packLogs.ts'
import { createPackedLogList } from '../src/logs/list/createPackedLogList.ts'
import { random } from './support/random.ts'
import { token } from './support/seededLogs.ts'

const range = { from: 18_400_000n, to: 18_400_599n }
const failure = new NodeError('rpc.example.org answers too slowly for this range.', {
  kind: 'timeout',
  method: 'eth_getLogs',
  endpoint: 'rpc.example.org',
  advice: 'Narrow the range, or add an endpoint.',
  details: 'query timeout exceeded',
})
const complete = { verified: [range], trimmed: [], pending: [], failed: [] }

/** Logs at these blocks, 12 seconds apart. */
function logsAt(blocks: readonly bigint[]) {
  return blocks.map((blockNumber, logIndex) => ({
    address: token,
    topics: [],
    data: '0x' as const,
    blockNumber,
    blockHash: `0x${blockNumber.toString(16).padStart(64, '0').slice(-64)}` as const,
    transactionHash: `0x${logIndex.toString(16).padStart(64, '0')}` as const,
    transactionIndex: 0,
    logIndex,
    removed: false,
    blockTimestamp: 1_700_000_000n + ((blockNumber - range.from) % 100_000_000n) * 12n,
    decoded: undefined,
  }))
}

/** Busy and quiet periods, as on real chains. */
function waves(count: number, blocks: number, seed: number): bigint[] {
  const next = random(seed)
  const numbers: number[] = []
  while (numbers.length < count) {
    const share = next()
    if (next() < 0.15 + 0.85 * Math.sin(share * 9) ** 4) numbers.push(Math.floor(share * blocks))
  }
  return numbers.sort((a, b) => a - b).map((block) => range.from + BigInt(block))
}

const logs = logsAt(waves(4_000, 600, 3))
const withoutTimes = logs.map((log) => ({ ...log, blockTimestamp: undefined }))
const timeOf = new Map<Hash, bigint>(logs.map((log) => [log.blockHash, log.blockTimestamp]))

const meta = {
  title: 'Components/BlockHistogram',
  component: BlockHistogram,
  args: { logs, coverage: complete, range, onJump: fn(), onZoom: fn(), onRetry: fn() },
  parameters: { width: 720 },
} satisfies Meta<typeof BlockHistogram>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    const cursor = canvas.getByRole('slider', { name: 'Logs by block' })
    cursor.focus()
    await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}')
    await expect(cursor).toHaveAttribute('aria-valuenow', '3')
    await expect(cursor).toHaveAttribute(
      'aria-valuetext',
      expect.stringMatching(/^blocks 18,400,010–18,400,014, about .* UTC, \d+ logs, Complete$/i),
    )
    await userEvent.keyboard('{Enter}')
    await expect(args.onJump).toHaveBeenCalledWith(expect.any(BigInt))
  },
}

/** Shift and arrow keys select, handles move the ends, Enter zooms, and a button resets the zoom. */
export const ByKeyboard: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    const cursor = canvas.getByRole('slider', { name: 'Logs by block' })
    cursor.focus()
    await userEvent.keyboard('{Home}{PageUp}{Shift>}{ArrowRight}{ArrowRight}{ArrowRight}{/Shift}')
    await expect(canvas.getByRole('slider', { name: 'Last block selected' })).toHaveAttribute(
      'aria-valuetext',
      expect.stringMatching(/18,400,069$/),
    )
    const first = canvas.getByRole('slider', { name: 'First block selected' })
    first.focus()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await expect(first).toHaveAttribute('aria-valuetext', expect.stringMatching(/18,400,040$/))
    await userEvent.keyboard('{Enter}')
    await expect(args.onZoom).toHaveBeenLastCalledWith({ from: 18_400_040n, to: 18_400_069n })
    await expect(canvas.queryByRole('slider', { name: 'First block selected' })).toBeNull()
    await expect(cursor).toHaveAttribute('aria-valuemax', '30')
    await expect(cursor).toHaveFocus()
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{Tab}{Tab}')
    await userEvent.click(canvas.getByRole('button', { name: 'All blocks' }))
    await expect(args.onZoom).toHaveBeenLastCalledWith(undefined)
    await expect(cursor).toHaveAttribute('aria-valuemax', '120')
    // The button disappears, but focus is kept.
    await expect(cursor).toHaveFocus()
  },
}

/** A range is selected by dragging; one handle is being moved. */
export const Selected: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    canvas.getByRole('slider').focus()
    await userEvent.keyboard('{Home}{PageUp}{PageUp}{Shift>}{PageUp}{PageUp}{PageUp}{/Shift}')
    canvas.getByRole('slider', { name: 'Last block selected' }).focus()
    await expect(canvas.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  },
}

/** Dragging selects, a handle moves one end, and a click goes to a block. */
export const Brushed: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    const plot = canvasElement.querySelector<HTMLElement>('.topic0-block-histogram-plot')!
    const { left, top, width } = plot.getBoundingClientRect()
    const at = (share: number) => ({ clientX: left + width * share, clientY: top + 20 })
    const drag = async (target: Element, from: number, to: number) => {
      await userEvent.pointer([
        { keys: '[MouseLeft>]', target, coords: at(from) },
        { target: plot, coords: at((from + to) / 2) },
        { target: plot, coords: at(to) },
        { keys: '[/MouseLeft]', target: plot, coords: at(to) },
      ])
    }
    await userEvent.pointer({ keys: '[MouseLeft]', target: plot, coords: at(0.301) })
    await expect(args.onJump).toHaveBeenCalledOnce()
    await drag(plot, 0.251, 0.499)
    const last = canvas.getByRole('slider', { name: 'Last block selected' })
    await expect(last).toHaveAttribute('aria-valuetext', 'block 18,400,299')
    await drag(last, 0.499, 0.7499)
    await expect(last).toHaveAttribute('aria-valuetext', 'block 18,400,449')
    await userEvent.click(canvas.getByRole('button', { name: 'Zoom in' }))
    await expect(args.onZoom).toHaveBeenCalledWith({ from: 18_400_150n, to: 18_400_449n })
    await expect(args.onJump).toHaveBeenCalledOnce()
  },
}

/** Bars of equal time. Available when logs carry timestamps. */
export const OverTime: Story = {
  args: { defaultBy: 'time' },
  play: async ({ canvasElement }) => {
    const choice = within(canvasElement).getByRole('combobox', { name: 'Horizontal axis' })
    await expect(choice).toHaveValue('time')
    await userEvent.selectOptions(choice, 'block')
    await expect(within(canvasElement).getByRole('slider', { name: 'Logs by block' })).toBeVisible()
    await userEvent.selectOptions(choice, 'time')
  },
}

/** Without timestamps in the logs, a few block times are enough. They are requested on demand. */
export const TimesRequested: Story = {
  args: { logs: withoutTimes },
  render: function TimesRequested(args) {
    const [timestamps, setTimestamps] = useState<ReadonlyMap<Hash, bigint>>(new Map())
    return (
      <BlockHistogram
        {...args}
        timestamps={timestamps}
        onTimesNeeded={(blocks) =>
          setTimestamps(new Map(blocks.map((hash) => [hash, timeOf.get(hash) ?? 0n] as const)))
        }
      />
    )
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Horizontal axis' }), 'time')
    await expect(canvas.findByRole('slider', { name: 'Logs by time' })).resolves.toBeVisible()
  },
}

export const Loading: Story = { args: { logs: undefined, coverage: undefined, range: undefined } }

export const LoadingWithLogs: Story = {
  args: {
    logs: logs.slice(0, 1_500),
    coverage: {
      verified: [{ from: range.from, to: logs[1_499]!.blockNumber }],
      trimmed: [],
      pending: [{ from: logs[1_499]!.blockNumber + 1n, to: range.to }],
      failed: [],
    },
  },
}

export const Idle: Story = { args: { logs: [], coverage: undefined, range: undefined, status: 'idle' } }

export const Offline: Story = {
  args: {
    logs: undefined,
    status: 'loading',
    isOffline: true,
    coverage: { verified: [], trimmed: [], pending: [range], failed: [] },
  },
}

export const Empty: Story = { args: { logs: [] } }

/** Blocks that failed are marked: without logs there is not the same as no logs. */
export const Partial: Story = {
  args: {
    logs: logs.filter(
      ({ blockNumber }) =>
        blockNumber < 18_400_480n && !(blockNumber >= 18_400_150n && blockNumber < 18_400_260n),
    ),
    coverage: {
      verified: [
        { from: range.from, to: 18_400_149n },
        { from: 18_400_200n, to: 18_400_259n },
        { from: 18_400_260n, to: 18_400_439n },
      ],
      trimmed: [],
      pending: [{ from: 18_400_440n, to: 18_400_519n }],
      failed: [{ range: { from: 18_400_150n, to: 18_400_199n }, error: failure }],
    },
  },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector('figure')).toHaveAttribute('data-state', 'failed')
    const runs = [...canvasElement.querySelectorAll('.topic0-block-histogram-run')]
    await expect(runs.map((run) => run.getAttribute('data-state'))).toEqual([
      'verified',
      'failed',
      'verified',
      'pending',
      'notRequested',
    ])
    // States differ by pattern, not by color alone.
    const patterns = runs.map((run) =>
      getComputedStyle(run, '::after').backgroundImage.replaceAll(/(rgba?|oklab|color)\([^)]*\)/g, 'color'),
    )
    await expect(new Set(patterns).size).toBe(4)
  },
}

export const Failed: Story = {
  args: { logs: [], coverage: undefined, range: undefined, error: failure },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalled()
  },
}

/** One block has all logs but two, which stay visible. */
export const OneBlockHasAll: Story = {
  args: {
    logs: logsAt([range.from + 20n, ...Array.from({ length: 100_000 }, () => range.from + 300n), range.to]),
  },
}

/** Zoomed in to a single block. */
export const OneBlock: Story = {
  args: {
    range: { from: range.from, to: range.from },
    logs: logsAt(Array.from({ length: 12 }, () => range.from)),
  },
  play: async ({ canvas, canvasElement, args }) => {
    const cursor = canvas.getByRole('slider', { name: 'Logs by block' })
    cursor.focus()
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowLeft}{/Shift}')
    const plot = canvasElement.querySelector<HTMLElement>('.topic0-block-histogram-plot')!
    const { left, top, width } = plot.getBoundingClientRect()
    const at = (share: number) => ({ clientX: left + width * share, clientY: top + 20 })
    await userEvent.pointer([
      { keys: '[MouseLeft>]', target: plot, coords: at(0.2) },
      { target: plot, coords: at(0.8) },
      { keys: '[/MouseLeft]', target: plot, coords: at(0.8) },
    ])
    await expect(canvas.getAllByRole('slider')).toHaveLength(1)
    await expect(canvas.queryByRole('button', { name: 'Zoom in' })).toBeNull()
    await expect(args.onZoom).not.toHaveBeenCalled()
    const bar = canvasElement.querySelector('.topic0-block-histogram-plot path')!
    await expect(bar.getBoundingClientRect().width).toBeLessThan(width / 10)
  },
}

/** Block numbers beyond the safe integers of JavaScript. */
export const GiganticNumbers: Story = {
  args: {
    range: { from: 0n, to: 2n ** 256n - 1n },
    logs: logsAt([1n, 2n ** 128n, 2n ** 255n, 2n ** 256n - 1n]),
    coverage: { verified: [{ from: 0n, to: 2n ** 255n }], trimmed: [], pending: [], failed: [] },
  },
}

/** 10,000 logs, repeated a hundred times. */
const million = createPackedLogList({
  segments: [
    {
      segment: packLogs(logsAt(waves(10_000, 200_000, 9))),
      rows: Uint32Array.from({ length: 1_000_000 }, (_, index) => Math.floor(index / 100)),
    },
  ],
})

/** A million logs, counted without reading a row. */
export const Million: Story = {
  // Not a story argument: Storybook would serialize all of them.
  render: (args) => <BlockHistogram {...args} logs={million} range={undefined} coverage={undefined} />,
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('figure', { name: /1,000,000 logs/ })).toBeVisible()
  },
}

export const Dark: Story = { ...Partial, globals: { theme: 'dark' } }

export const Narrow: Story = { ...Partial, parameters: { width: 360 } }

export const RightToLeft: Story = {
  ...Partial,
  decorators: [
    (Story) => (
      <div dir="rtl">
        <Story />
      </div>
    ),
  ],
  play: async ({ canvasElement }) => {
    const cursor = within(canvasElement).getByRole('slider', { name: 'Logs by block' })
    cursor.focus()
    await userEvent.keyboard('{Home}{ArrowLeft}')
    await expect(cursor).toHaveAttribute('aria-valuenow', '2')
    const plot = cursor.parentElement!.getBoundingClientRect()
    await expect(cursor.getBoundingClientRect().right).toBeGreaterThan(plot.left + plot.width * 0.9)
    // Of the two mirrored labels, the visible one starts at the right.
    const [, mirrored] = canvasElement.querySelectorAll('.topic0-block-histogram-bars path')
    const bars = mirrored!.getBoundingClientRect()
    await expect(bars.left).toBeGreaterThanOrEqual(plot.left)
    await expect(bars.right).toBeLessThanOrEqual(plot.right)
  },
}

export const InShadowRoot: Story = { args: Partial.args!, parameters: { shadowRoot: true } }
